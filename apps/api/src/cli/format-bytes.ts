const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value.toFixed(unit > 0 && value < 100 ? 1 : 0)} ${units[unit]}`
}
