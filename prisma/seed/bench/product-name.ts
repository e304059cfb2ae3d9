const qualities = 'Green Black Wild Smoked Plain Sweet Dried Fresh Roast Mild'.split(' ')
const goods = 'Tea Coffee Rice Honey Pepper Soap Candle Biscuit Almond Salt'.split(' ')
/** A prime, which shares no divisor with the hundreds that shops come in. */
const stride = 7_919

/**
 * The name of a product, counted from 1, as a shop would have it: no two alike, in no order, and most with
 * a number, so that "Green Tea 2" has to come before "Green Tea 10".
 */
export function productName(n: number, products: number): string {
  const mixed = (n * stride) % products
  const quality = qualities[mixed % 10]
  const good = goods[Math.floor(mixed / 10) % 10]
  const number = Math.floor(mixed / 100)
  return number ? `${quality} ${good} ${number}` : `${quality} ${good}`
}
