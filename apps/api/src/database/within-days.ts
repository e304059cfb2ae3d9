type Range = { start: string; end: string; zone: string }

/**
 * SQL: whether an instant lies on one of the days from `start` to `end`, as the clocks of a time zone
 * show them; a side that is null is open. The days become instants, not the instants days, so that an
 * index on the column finds the rows.
 */
export function withinDays(column: string, { start, end, zone }: Range): string {
  return `(${column} >= coalesce(${beginningOf(`${start}::date`, zone)}, '-infinity')
    and ${column} < coalesce(${beginningOf(`(${end}::date + 1)`, zone)}, 'infinity'))`
}

/**
 * Where clocks go back over midnight a day has two of them, and PostgreSQL means the later. What the
 * clock showed just before it of that day already is then how much earlier the day began.
 */
function beginningOf(day: string, zone: string): string {
  const midnight = `(${day}::timestamp at time zone ${zone})`
  const shownBefore = `((${midnight} - interval '1 microsecond') at time zone ${zone})`
  return `${midnight} - greatest(interval '0',
    ${shownBefore} + interval '1 microsecond' - ${day}::timestamp)`
}
