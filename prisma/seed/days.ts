const millisecondsADay = 86_400_000

/** Days are 'yyyy-MM-dd' strings; this arithmetic never meets a time zone. */
function toNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / millisecondsADay
}

export function addDays(day: string, count: number): string {
  return new Date((toNumber(day) + count) * millisecondsADay).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return toNumber(to) - toNumber(from)
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(toNumber(day) * millisecondsADay).getUTCDay() || 7
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** A moment on the shop's own clock; the transaction's time zone says which instant that is. */
export function at(day: string, minute: number): string {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0')
  return `${day} ${hours}:${String(minute % 60).padStart(2, '0')}:00`
}
