const millisecondsPerDay = 86_400_000

/** Days are 'yyyy-MM-dd' strings. Computing with them in UTC keeps time zones out. */
function toDayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / millisecondsPerDay
}

export function addDays(day: string, count: number): string {
  return new Date((toDayNumber(day) + count) * millisecondsPerDay).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return toDayNumber(to) - toDayNumber(from)
}

/** Returns 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(toDayNumber(day) * millisecondsPerDay).getUTCDay() || 7
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** A local time without an offset. PostgreSQL resolves it in the transaction's time zone. */
export function toTimestamp(day: string, minute: number): string {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0')
  return `${day} ${hours}:${String(minute % 60).padStart(2, '0')}:00`
}
