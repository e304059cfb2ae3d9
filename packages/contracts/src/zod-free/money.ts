/**
 * Sums of money, exact to the cent: every amount becomes whole cents, is added up as such, and
 * becomes dollars again at the end. Forms, API and seeds all compute with these.
 */

/**
 * The most that a document may come to: $70,000,000,000,000. Below 2 ** 46 (about 70.4 trillion)
 * neighbouring floating-point numbers lie closer together than cents do, so that every amount with
 * two decimals is a number of its own, its cents are a safe integer, and it goes through JSON and
 * back unchanged. Above, $0.01 more may be the same number.
 */
export const maxAmount = 70_000_000_000_000

/** A line's total. Price and quantity are whole, and so is what they come to. */
export function lineTotal(price: number, quantity: number): number {
  return price * quantity
}

/** What the lines of a sale or a purchase come to. */
export function subtotalOf(lines: readonly { total: number }[]): number {
  return toDollars(lines.reduce((cents, { total }) => cents + toCents(total), 0))
}

/** A sale's grand total: max(0, subtotal - discount + shipping). */
export function saleTotal(subtotal: number, discount: number, shippingFees: number): number {
  return toDollars(Math.max(0, toCents(subtotal) - toCents(discount) + toCents(shippingFees)))
}

type Chargeable = {
  lines: readonly { price: number; quantity: number }[]
  /** Sales alone have a discount and shipping fees. */
  discount?: number
  shippingFees?: number
}

/** What a whole document comes to, from the prices and quantities of its lines. */
export function documentTotals({ lines, discount = 0, shippingFees = 0 }: Chargeable) {
  const subtotal = subtotalOf(
    lines.map(({ price, quantity }) => ({ total: lineTotal(price, quantity) })),
  )
  return { subtotal, totalAmount: saleTotal(subtotal, discount, shippingFees) }
}

/** Whether an amount has no fraction of a cent. */
export function isWholeCents(amount: number): boolean {
  return toDollars(toCents(amount)) === amount
}

/** toFixed decides on the exact value, where `amount * 100` would round once more than it may. */
function toCents(amount: number): number {
  return Number(amount.toFixed(2).replace('.', ''))
}

function toDollars(cents: number): number {
  return cents / 100
}
