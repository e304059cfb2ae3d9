import { maxAmount, type Product } from '@stockie/contracts'

import { monthNames, toDay, twoDigits } from './dates'

/** 'Olivia van der Berg' is 'OB'. */
export function initials(name: string) {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '', ...rest] = words.map((word) => Array.from(word)[0] ?? '')
  return (first + (rest.at(-1) ?? '')).toLocaleUpperCase()
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  // No minus before nothing.
  signDisplay: 'negative',
})

/** 1234 is '$1,234.00', and -5 is '-$5.00'. */
export function formatMoney(amount: number) {
  return dollars.format(amount)
}

/** 5 with a plus is '+$5.00': the sign of a column, which also stands before nothing. */
export function formatSigned(sign: '+' | '-', amount: number) {
  return sign + formatMoney(amount)
}

/** -1234 is '-1,234'. */
export function formatCount(count: number) {
  return count.toLocaleString('en-US')
}

/** 6 is '+6', and -2 is '−2' with a minus that is as wide as the plus. */
export function formatChange(delta: number) {
  return `${delta > 0 ? '+' : '−'}${formatCount(Math.abs(delta))}`
}

/** '2026-11-05' is '05 Nov 2026', as in lists. */
export function formatDay(day: string) {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${date} ${shortMonth(month)} ${year}`
}

/** '2026-11-05' is '05-11-2026', as in pickers. */
export function formatDayNumeric(day: string) {
  return day.split('-').toReversed().join('-')
}

/** '2026-11' is 'Nov 2026'. */
export function formatMonth(month: string) {
  const [year = '', number = ''] = month.split('-')
  return `${shortMonth(number)} ${year}`
}

/** An instant is '21 Nov 2026, 14:05' on the clock of the browser. */
export function formatMoment(instant: string) {
  const moment = new Date(instant)
  const time = `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
  return `${formatDay(toDay(moment))}, ${time}`
}

function shortMonth(number: string) {
  return monthNames[Number(number) - 1]?.slice(0, 3) ?? ''
}

/** A product keeps the category that was deleted, and nobody can tell which that was. */
export function categoryLabel({ categoryName }: Pick<Product, 'categoryName'>) {
  return categoryName ?? 'Unknown'
}

/** Beyond what can be recorded a sum is no longer exact, and is not shown as if it were. */
export function formatTotal(amount: number) {
  return amount > maxAmount ? 'Too much' : formatMoney(amount)
}
