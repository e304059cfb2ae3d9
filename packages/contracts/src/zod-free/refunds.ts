import { toCents, toDollars } from './money'

type SaleAmounts = { subtotal: number; discount: number; totalAmount: number }

/** A return of the same sale that is not deleted. */
type OtherReturn = {
  lines: readonly { price: number; quantity: number }[]
  proposedRefund: number
  refund: number
  shippingRefund: number
}

/** The payment for the goods of a sale that is not refunded yet, and the same for its shipping. */
export function refundsLeft(sale: SaleAmounts, others: readonly OtherReturn[]) {
  const paid = goodsPaid(sale)
  const refunded = sumOf(others, 'refund')
  return {
    goods: fromCents(paid - refunded),
    shipping: fromCents(cents(sale.totalAmount) - paid - sumOf(others, 'shippingRefund')),
  }
}

/**
 * The refund of a new return of these lines, as settle_return() in prisma/sql/returns.sql computes it. The sum of the
 * proposals of all returns so far is rounded, so the last one gets the rest. A return without lines has no share.
 */
export function proposedRefund(
  sale: SaleAmounts,
  others: readonly OtherReturn[],
  lines: OtherReturn['lines'],
): number {
  const paid = goodsPaid(sale)
  const subtotal = cents(sale.subtotal)
  if (subtotal === 0n || lines.length === 0) return 0
  const returned = valueOf([...others.flatMap((other) => other.lines), ...lines])
  const proposed = sumOf(others, 'proposedRefund')
  const due = divideRounded(paid * returned, subtotal) - proposed
  const share = largest(0n, smallest(due, paid - proposed))
  return fromCents(largest(0n, smallest(share, paid - sumOf(others, 'refund'))))
}

function goodsPaid({ subtotal, discount }: SaleAmounts) {
  return largest(0n, cents(subtotal) - cents(discount))
}

function valueOf(lines: OtherReturn['lines']) {
  return lines.reduce(
    (sum, { price, quantity }) => sum + 100n * BigInt(price) * BigInt(quantity),
    0n,
  )
}

function sumOf(
  others: readonly OtherReturn[],
  field: 'proposedRefund' | 'refund' | 'shippingRefund',
) {
  return others.reduce((sum, other) => sum + cents(other[field]), 0n)
}

/** Rounds half up. Neither number is negative. */
function divideRounded(dividend: bigint, divisor: bigint) {
  return (2n * dividend + divisor) / (2n * divisor)
}

/** The product of two amounts in cents is larger than a safe integer. */
const cents = (amount: number) => BigInt(toCents(amount))
const fromCents = (amount: bigint) => toDollars(Number(amount))
const smallest = (one: bigint, other: bigint) => (one < other ? one : other)
const largest = (one: bigint, other: bigint) => (one > other ? one : other)
