import { addDays, firstOfMonth } from '../days'

/**
 * The days with entries in the e2e shop. `firstOfMonth` is today on the 1st and yesterday on the 2nd of a
 * month. Tests ask for figures by range, so that they are right on every day of the year.
 */
export function e2eDays(today: string) {
  const lastMonth = firstOfMonth(addDays(firstOfMonth(today), -1))
  return {
    lastYear: `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}-06-15`,
    lastMonth: addDays(lastMonth, 14),
    firstOfMonth: firstOfMonth(today),
    yesterday: addDays(today, -1),
    today,
  }
}

export type E2eDay = keyof ReturnType<typeof e2eDays>
