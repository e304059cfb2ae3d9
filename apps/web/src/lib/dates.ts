import { addMonths } from 'date-fns/addMonths'

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/**
 * Days are 'yyyy-MM-dd', months 'yyyy-MM'. A Date serves only to calculate, as the day's local
 * midnight. `new Date(day)` would be midnight UTC, which is another day in half of the world.
 */
export function parseDay(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const parsed = new Date(2000, 0, 1)
  // The constructor would turn the year 26 into 1926.
  parsed.setFullYear(year, month - 1, date)
  return parsed
}

/** True for a day that exists, from the year 1 to 9999, as the contract's isoDate demands. */
export function isDay(text: string) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && toDay(parseDay(text)) === text && text > '0001'
}

export function toDay(date: Date) {
  const year = String(date.getFullYear()).padStart(4, '0')
  return `${year}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

export function toMonth(date: Date) {
  return toDay(date).slice(0, 7)
}

/** Adds a number of months, which may be negative. */
export function shiftMonth(month: string, by: number) {
  return toMonth(addMonths(parseDay(month), by))
}

export function twoDigits(number: number) {
  return String(number).padStart(2, '0')
}
