/** 2026-11-21 22:43:00 UTC */
export function formatStamp(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
