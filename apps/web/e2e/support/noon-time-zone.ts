/**
 * Returns a time zone in which it is noon now, so that no day begins or ends while the tests run.
 * At noon the local day equals the UTC day. Other tests, with fixed time zones, check mistakes between them.
 */
export function noonTimeZone(now: Date) {
  const hoursAhead = 12 - now.getUTCHours()
  // In these names, `+` means west of Greenwich.
  return `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
}
