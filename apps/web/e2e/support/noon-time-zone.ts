/**
 * A zone in which it is noon. The shops of the tests open with the day that is "today" in theirs, and
 * in none does that day end, nor has it just begun, while the tests run. At noon it is the same day in
 * UTC: what takes one for the other is for the tests of days, which have zones of their own.
 */
export function noonTimeZone(now: Date) {
  const ahead = 12 - now.getUTCHours()
  // West of Greenwich is `+` in these names.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
