const minute = 60_000
const dayLength = 24 * 60 * minute

/**
 * Returns the day of an instant in a time zone, by the platform's calendar and so independent of PostgreSQL.
 */
export function createCalendar(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (instant) => format.format(instant)
}

/** Returns the calendar day that lies `count` days after another. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayLength).toISOString().slice(0, 10)
}

/** Returns the last day of the day's month. */
export function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  return `${day.slice(0, 7)}-${last}`
}

/**
 * Returns instants of a day and its neighbours in every time zone: one every 7 minutes, and the last and
 * first millisecond around each change of day.
 */
export function denseInstants(day: string, dayOf: (instant: number) => string): number[] {
  const start = Date.parse(`${day}T00:00:00Z`) - 1.5 * dayLength
  const instants = []
  for (let at = start; at < start + 4 * dayLength; at += 7 * minute) {
    instants.push(at)
    if (dayOf(at) !== dayOf(at + 7 * minute)) instants.push(...aroundChange(at, 7 * minute, dayOf))
  }
  return instants
}

function aroundChange(from: number, length: number, dayOf: (instant: number) => string): number[] {
  let [before, after] = [from, from + length]
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (dayOf(between) === dayOf(from)) before = between
    else after = between
  }
  return [before, after].filter((instant) => instant > from && instant < from + length)
}
