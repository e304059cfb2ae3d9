export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [upper = Number.NaN] = sorted.slice(middle)
  const [lower = Number.NaN] = sorted.slice(middle - 1)
  return sorted.length % 2 ? upper : (lower + upper) / 2
}
