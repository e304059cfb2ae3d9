import { UsageError } from './usage-error'

const secondsIn = new Map(Object.entries({ s: 1, m: 60, h: 3600, d: 86_400 }))

/** The milliseconds of a time such as 24h. */
export function readDuration(option: string, given: string): number {
  if (!/^[1-9]\d{0,3}[smhd]$/.test(given)) {
    throw new UsageError(`${option} is a time such as 30m, 24h or 7d.`)
  }
  return Number.parseInt(given, 10) * (secondsIn.get(given.slice(-1)) ?? 1) * 1000
}
