/**
 * Sums of money, exact to the cent: amounts become whole cents, are added, and become dollars again.
 * Forms, API and seeds all use these functions.
 */

/** A line's total, a whole number because price and quantity are whole. */
export function lineTotal(price: number, quantity: number): number {
  return price * quantity
}

/** The sum of the lines of a sale or a purchase. */
export function subtotalOf(lines: readonly { total: number }[]): number {
  return toDollars(lines.reduce((cents, { total }) => cents + toCents(total), 0))
}

/** The grand total of a sale: max(0, subtotal - discount + shipping). */
export function saleTotal(subtotal: number, discount: number, shippingFees: number): number {
  return toDollars(Math.max(0, toCents(subtotal) - toCents(discount) + toCents(shippingFees)))
}

/** Whether the discount is larger than everything else, so that the grand total is 0 instead of less. */
export function isCutAtZero(subtotal: number, discount: number, shippingFees: number): boolean {
  return toCents(discount) > toCents(subtotal) + toCents(shippingFees)
}

/** The rest of a payment. Below 0 if the payment is less than the total. */
export function changeOf(received: number, totalAmount: number): number {
  return toDollars(toCents(received) - toCents(totalAmount))
}

type Chargeable = {
  lines: readonly { price: number; quantity: number }[]
  /** Only sales have a discount and shipping fees. */
  discount?: number
  shippingFees?: number
}

/** The totals of a document, from the prices and quantities of its lines. */
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

/** toFixed rounds the exact value. `amount * 100` would round a second time. */
export function toCents(amount: number): number {
  return Number(amount.toFixed(2).replace('.', ''))
}

export function toDollars(cents: number): number {
  return cents / 100
}
