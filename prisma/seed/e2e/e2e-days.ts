import { addDays, firstOfMonth } from '../days'

/**
 * The days on which the e2e shop did something. On the 1st of a month `firstOfMonth` is today, and
 * on the 2nd it is yesterday: figures are asked for by range, so they hold on every day of the year.
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
