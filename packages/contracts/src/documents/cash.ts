import { toCents, toDollars } from '../zod-free/money'

/** The values of the coins and notes that a cash count lists, in dollars. */
export const cashPieces = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100] as const

/** A cash count: the sum, or the number of each coin and note. */
export type CountedCash = {
  sum?: number | undefined
  pieces?: readonly { value: number; count: number }[] | undefined
}

export function countedTotal({ sum = 0, pieces = [] }: CountedCash): number {
  const cents = pieces.reduce((total, { value, count }) => total + toCents(value) * count, 0)
  return toDollars(toCents(sum) + cents)
}

type ExpectedCash = {
  openingFloat: number
  /** The total of the day's sales, less what its returns paid back. */
  totalSales: number
  paidOtherwise: number
  takenOut: readonly { amount: number }[]
}

/** The cash that must be in the drawer. It can be negative: refunds may exceed the sales of a day. */
export function expectedCash(day: ExpectedCash): number {
  return toDollars(
    toCents(day.openingFloat) +
      toCents(day.totalSales) -
      toCents(day.paidOtherwise) -
      toCents(sumOfAmounts(day.takenOut)),
  )
}

export function sumOfAmounts(rows: readonly { amount: number }[]): number {
  return toDollars(rows.reduce((sum, { amount }) => sum + toCents(amount), 0))
}

/** Above 0 if there is more cash than expected, and below 0 if some is missing. */
export function cashDifference(counted: number, expected: number): number {
  return toDollars(toCents(counted) - toCents(expected))
}
