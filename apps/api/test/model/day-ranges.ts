/** Both days are inclusive. A range without a day is open on that side. */
export type Range = { startDate?: string; endDate?: string }

/** The tests' shop is in Kolkata, which is 5 hours and 30 minutes ahead of UTC all year. */
export const storeTimeZone = 'Asia/Kolkata'
const offsetMs = 5.5 * 3_600_000

export function storeDay(instant: string): string {
  return new Date(Date.parse(instant) + offsetMs).toISOString().slice(0, 10)
}

/** The hour of an instant by the store's clock, 0 to 23. */
export function storeHour(instant: string): number {
  return new Date(Date.parse(instant) + offsetMs).getUTCHours()
}

export function storeNoon(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00.000Z`) - offsetMs).toISOString()
}

export function isWithin(day: string, { startDate = '', endDate = '9999-12-31' }: Range): boolean {
  return startDate <= day && day <= endDate
}

/** The dates of documents and expenses: first and last days of two months around today. */
export const days = (() => {
  const today = storeDay(new Date().toISOString())
  const [year = 0, month = 0] = today.split('-').map(Number)
  const dayOf = (monthAhead: number, day: number) =>
    new Date(Date.UTC(year, month - 1 + monthAhead, day)).toISOString().slice(0, 10)
  return [today, dayOf(0, 1), dayOf(0, 0), dayOf(1, 0), dayOf(-1, 1), dayOf(-1, 15), dayOf(0, 12)]
})()

/** The ranges of reports and lists: whole months, parts of them, a single day, open sides. */
export const ranges: Range[] = (() => {
  const [today, first, lastOfPrevious, last, firstOfPrevious, middle, twelfth] = days
  const all = { today, first, lastOfPrevious, last, firstOfPrevious, middle, twelfth }
  const between = (start?: keyof typeof all, end?: keyof typeof all): Range => {
    const startDate = start && all[start]
    const endDate = end && all[end]
    return { ...(startDate && { startDate }), ...(endDate && { endDate }) }
  }
  return [
    between(),
    between('first', 'last'),
    between('firstOfPrevious', 'lastOfPrevious'),
    between('firstOfPrevious', 'last'),
    between('today', 'today'),
    between('middle', 'first'),
    between('middle'),
    between('first'),
    between(undefined, 'lastOfPrevious'),
    between(undefined, 'twelfth'),
    between('lastOfPrevious', 'first'),
    between('lastOfPrevious', 'lastOfPrevious'),
  ]
})()
