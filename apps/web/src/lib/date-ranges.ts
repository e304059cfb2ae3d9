import { addDays } from 'date-fns/addDays'
import { addMonths } from 'date-fns/addMonths'
import { endOfMonth } from 'date-fns/endOfMonth'
import { endOfYear } from 'date-fns/endOfYear'
import { startOfMonth } from 'date-fns/startOfMonth'
import { startOfYear } from 'date-fns/startOfYear'

import { parseDay, toDay } from './dates'
import { formatDay, formatMonth } from './format'

// Separate paths: date-fns' index would also load what only the calendar needs.

/** Includes both days, each as 'yyyy-MM-dd'. */
export interface DateRange {
  from: string
  to: string
}

/** Days, and the day at whose end their figures were known: undefined for the present figures. */
export interface KnownRange extends DateRange {
  asOf?: string | undefined
}

/**
 * Whole periods: "This Month" runs from the 1st to the last day. Weeks begin on Monday, as in ISO
 * 8601.
 */
const periods = {
  Today: (today: Date) => [today, today],
  Yesterday: (today: Date) => [addDays(today, -1), addDays(today, -1)],
  'This Week': weekOf,
  'Last Week': (today: Date) => weekOf(addDays(today, -7)),
  'Last 7 Days': (today: Date) => [addDays(today, -6), today],
  'This Month': wholeMonth,
  'Last Month': (today: Date) => wholeMonth(addMonths(today, -1)),
  'This Year': yearOf,
  'Last Year': (today: Date) => yearOf(addMonths(today, -12)),
} satisfies Record<string, (today: Date) => [Date, Date]>

export type Preset = keyof typeof periods

export const presets = Object.keys(periods) as Preset[]

export function presetRange(preset: Preset, today: string): DateRange {
  return toRange(periods[preset](parseDay(today)))
}

/**
 * The preset that covers a range. On a Sunday, "This Week" and "Last 7 Days" are the same days: the
 * chosen preset wins.
 */
export function findPreset(range: DateRange, today: string, chosen?: Preset) {
  const matching = presets.filter((preset) => isSameRange(presetRange(preset, today), range))
  return matching.find((preset) => preset === chosen) ?? matching[0]
}

export function isSameRange(a: DateRange, b: DateRange) {
  return a.from === b.from && a.to === b.to
}

/** '2026-11' is the 1st to the 30th. */
export function monthRange(month: string) {
  return toRange(wholeMonth(parseDay(month)))
}

/** The month that the range covers exactly, or null. */
export function monthOf(range: DateRange) {
  const month = range.from.slice(0, 7)
  return isSameRange(monthRange(month), range) ? month : null
}

function weekOf(day: Date): [Date, Date] {
  const monday = addDays(day, -((day.getDay() + 6) % 7))
  return [monday, addDays(monday, 6)]
}

function wholeMonth(day: Date): [Date, Date] {
  return [startOfMonth(day), endOfMonth(day)]
}

function yearOf(day: Date): [Date, Date] {
  return [startOfYear(day), endOfYear(day)]
}

function toRange([from, to]: [Date, Date]): DateRange {
  return { from: toDay(from), to: toDay(to) }
}

/** 'Nov 2026', or the first and last day if the range is not a whole month. */
export function formatRange(range: DateRange) {
  const month = monthOf(range)
  if (month !== null) return formatMonth(month)
  const first = formatDay(range.from)
  return range.from === range.to ? first : `${first} – ${formatDay(range.to)}`
}
