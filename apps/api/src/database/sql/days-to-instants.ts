type Range = { start: string; end: string; zone: string }

/**
 * SQL: whether an instant lies on one of the days from `start` to `end` in a time zone. A null side is open.
 * It converts the days to instants, not the instants to days, so that an index on the column can be used.
 */
export function withinDays(column: string, { start, end, zone }: Range): string {
  return `(${column} >= coalesce(${beginningOf(`${start}::date`, zone)}, '-infinity')
    and ${column} < coalesce(${dayEnd(end, zone)}, 'infinity'))`
}

/** SQL: the instant at which a day is over. */
export const dayEnd = (day: string, zone: string) => beginningOf(`(${day}::date + 1)`, zone)

/**
 * SQL: the instant at which a day begins. If clocks go back over midnight, the day has two midnights, and
 * PostgreSQL picks the later one. The time of that day that the clock showed just before it is then
 * subtracted.
 */
function beginningOf(day: string, zone: string): string {
  const midnight = `(${day}::timestamp at time zone ${zone})`
  const shownBefore = `((${midnight} - interval '1 microsecond') at time zone ${zone})`
  return `${midnight} - greatest(interval '0',
    ${shownBefore} + interval '1 microsecond' - ${day}::timestamp)`
}

/** SQL: an instant as the API sends it, such as 2026-11-21T22:43:00.000Z. */
export const isoInstantSql = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
