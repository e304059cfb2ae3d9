const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** "940 bytes", "1.2 MB", "184 MB" */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0]
  // 999.5 kB would be rounded to 1000 kB.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value.toFixed(unit > 0 && value < 99.95 ? 1 : 0)} ${units[unit]}`
}
