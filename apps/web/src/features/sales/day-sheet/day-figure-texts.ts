import type { DayFigures } from '@stockie/contracts'

import { twoDigits } from '@/lib/dates'
import { formatCount, formatMoney } from '@/lib/format'

interface Step {
  title: string
  sign: '' | '-' | '+'
  sum: number
}

/** The amounts that make up the total of a day's sales. */
export function salesSteps(figures: DayFigures): Step[] {
  const { sales, lineTotals, discounts, shippingFees, raisedToZero } = figures
  const { returns, refunds, shippingRefunds } = figures
  const steps: Step[] = [
    { title: `Line totals of ${countOf(sales, 'sale')}`, sign: '', sum: lineTotals },
    { title: 'Discounts', sign: '-', sum: discounts },
    { title: 'Shipping fees', sign: '+', sum: shippingFees },
  ]
  if (raisedToZero > 0) {
    steps.push({ title: 'Totals below zero, counted as zero', sign: '+', sum: raisedToZero })
  }
  if (returns > 0) {
    steps.push(
      { title: `Refunds of ${countOf(returns, 'return')}`, sign: '-', sum: refunds },
      { title: 'Shipping refunds', sign: '-', sum: shippingRefunds },
    )
  }
  return steps
}

export function countOf(count: number, what: 'sale' | 'return') {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}

export function signedAmount(sign: Step['sign'], amount: number) {
  return amount === 0 ? formatMoney(0) : sign + formatMoney(amount)
}

/** The first stored counts have no deleted returns. */
const noReturns: DayFigures['deletedReturns'] = { count: 0, totalAmount: 0, rows: [] }

/** The deleted documents of a day. Without deleted returns, their part is left out. */
export function deletedParts({
  deletedSales,
  deletedReturns = noReturns,
}: Pick<DayFigures, 'deletedSales'> & Partial<Pick<DayFigures, 'deletedReturns'>>) {
  const sales = {
    title: 'Deleted sales',
    ...deletedSales,
    rows: deletedSales.rows.map((row) => ({ ...row, name: `Sale ${row.saleId}` })),
  }
  const returns = {
    title: 'Deleted returns',
    ...deletedReturns,
    rows: deletedReturns.rows.map((row) => ({
      ...row,
      name: `Return ${row.returnId} of sale ${row.saleId}`,
    })),
  }
  return returns.count === 0 ? [sales] : [sales, returns]
}

/** 9 becomes '09:00 – 10:00'. The sales that were recorded on another day have no hour. */
export function formatHour(hour: number | null) {
  if (hour === null) return 'On another day'
  return `${twoDigits(hour)}:00 – ${twoDigits((hour + 1) % 24)}:00`
}

type Person = DayFigures['byPerson'][number]

/** 'Olivia Owner, 41 sales, 1 return of $24.00' */
export function titleOfPerson({ createdByName, sales, returns, totalRefunds }: Person) {
  const sold = `${createdByName}, ${countOf(sales, 'sale')}`
  return returns === 0
    ? sold
    : `${sold}, ${countOf(returns, 'return')} of ${formatMoney(totalRefunds)}`
}

/** A difference between counted and expected cash, in words. */
export function formatDifference(difference: number) {
  if (difference === 0) return 'exact'
  const amount = formatMoney(Math.abs(difference))
  return difference < 0 ? `short by ${amount}` : `over by ${amount}`
}

/** 0.05 becomes '5¢', and 20 becomes '$20'. */
export function formatPiece(value: number) {
  return value < 1 ? `${Math.round(value * 100)}¢` : `$${value}`
}
