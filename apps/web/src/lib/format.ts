import { maxAmount, type Product } from '@stockie/contracts'

import { monthNames, toDay, twoDigits } from './dates'

/** 'Olivia van der Berg' becomes 'OB'. */
export function initials(name: string) {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '', ...rest] = words.map((word) => Array.from(word)[0] ?? '')
  return (first + (rest.at(-1) ?? '')).toLocaleUpperCase()
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  // Shows no minus sign before zero.
  signDisplay: 'negative',
})

/** 1234 becomes '$1,234.00', and -5 becomes '-$5.00'. */
export function formatMoney(amount: number) {
  return dollars.format(amount)
}

/** 5 with '+' becomes '+$5.00'. The sign belongs to the column, so zero has it too. */
export function formatSignedMoney(sign: '+' | '-', amount: number) {
  return sign + formatMoney(amount)
}

/** -1234 becomes '-1,234'. */
export function formatCount(count: number) {
  return count.toLocaleString('en-US')
}

/** An optional text of a record. Other clients of the API may send an empty text for none. */
export function valueOrNA<Value>(value: Value) {
  return value === null || value === '' ? 'N/A' : value
}

/** 6 becomes '+6', and -2 becomes '−2', with a minus sign as wide as the plus sign. */
export function formatStockChange(delta: number) {
  return `${delta > 0 ? '+' : '−'}${formatCount(Math.abs(delta))}`
}

/** '2026-11-05' becomes '05 Nov 2026', as in lists. */
export function formatDay(day: string) {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${date} ${shortMonth(month)} ${year}`
}

/** '2026-11-05' becomes '05-11-2026', as in date pickers. */
export function formatDayNumeric(day: string) {
  return day.split('-').toReversed().join('-')
}

/** '2026-11' becomes 'Nov 2026'. */
export function formatMonth(month: string) {
  const [year = '', number = ''] = month.split('-')
  return `${shortMonth(number)} ${year}`
}

/** Formats an instant as '21 Nov 2026, 14:05' in the browser's time zone. */
export function formatDateTime(instant: string) {
  const moment = new Date(instant)
  return `${formatDay(toDay(moment))}, ${formatTime(moment)}`
}

/** Formats a moment as '14:05' in the browser's time zone. */
export function formatTime(moment: Date) {
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
}

function shortMonth(number: string) {
  return monthNames[Number(number) - 1]?.slice(0, 3) ?? ''
}

/** A product of a deleted category has no category name. */
export function categoryLabel({ categoryName }: Pick<Product, 'categoryName'>) {
  return categoryName ?? 'Unknown'
}

/** A sum above the largest recordable amount is no longer exact, so it is not shown. */
export function formatTotal(amount: number) {
  return amount > maxAmount ? 'Too much' : formatMoney(amount)
}
