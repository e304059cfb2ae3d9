/** Within how many milliseconds such a share of the answers came. */
export function within(share: number, waits: readonly number[]): number {
  const sorted = Float64Array.from(waits).toSorted()
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
