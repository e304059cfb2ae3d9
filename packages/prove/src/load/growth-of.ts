/**
 * How much larger the last fifth of what was measured is than the second: the first is for warming up. NaN of fewer
 * than five.
 */
export function growthOf(samples: readonly number[]): number {
  const fifth = Math.floor(samples.length / 5)
  if (fifth === 0) return Number.NaN
  const middle = (part: number[]) =>
    part.toSorted((one, other) => one - other)[Math.floor(part.length / 2)] ?? Number.NaN
  return middle(samples.slice(-fifth)) / middle(samples.slice(fifth, 2 * fifth))
}
