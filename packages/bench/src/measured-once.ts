import type { Bench } from './bench'

/** For rows that are read from one and the same run: the first that asks has it measured. */
export function measuredOnce<Found>(
  measure: (bench: Bench) => Promise<Found>,
): (bench: Bench) => Promise<Found> {
  let found: Promise<Found> | undefined
  return (bench) => (found ??= measure(bench))
}
