import { createCalendar, daysAfter, denseInstants } from '@stockie/api/test/calendar'
import type { Random } from '@stockie/prisma/seed'

const [second, hour] = [1_000, 3_600_000]

/** Instants at which the clocks of a zone do something, one after another, and one hour back as somebody sets it. */
export function momentsOf(zone: string, random: Random): number[] {
  const dayOf = createCalendar(zone)
  const beginOf = (day: string) =>
    denseInstants(day, dayOf).find((at) => dayOf(at) === day && dayOf(at - 1) !== day)
  const someDay = daysAfter('2026-01-02', random.int(0, 360))
  const edges = ['2027-01-01', '2028-02-29', '2028-03-01', someDay].map(beginOf)
  const changes = changesOf(zone, 2026)
  const around = [...edges, ...changes].flatMap((at) =>
    at === undefined ? [] : [at - 2 * second, at, at + hour / 2],
  )
  const midnight = beginOf(someDay) ?? 0
  // Ten minutes past midnight, and then it is the day before again.
  return [...around, midnight + hour / 6, midnight + hour / 6 - hour]
}

/** When the zone's clocks are set forward or back in a year. */
function changesOf(timeZone: string, year: number): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (at: number) =>
    format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const changes: number[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 24 * hour) {
    if (offsetAt(at) === offsetAt(at + 24 * hour)) continue
    for (let half = at; half < at + 24 * hour; half += hour / 2) {
      if (offsetAt(half) !== offsetAt(half + hour / 2)) changes.push(half + hour / 2)
    }
  }
  return changes
}
