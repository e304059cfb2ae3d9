import type { Bound, Outcome, Row } from './bench'

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [upper = Number.NaN] = sorted.slice(middle)
  const [lower = Number.NaN] = sorted.slice(middle - 1)
  return sorted.length % 2 ? upper : (lower + upper) / 2
}

/** The ratios of Stockie to its anchor, by round. */
export function ratios(stockie: readonly number[], anchor: readonly number[]): number[] {
  return stockie.map((value, index) => value / (anchor[index] ?? Number.NaN))
}

const maxSpread = 1.6

/** If the anchor's own rounds differ this much, a ratio of rates or latencies proves nothing. */
export function isUnsteady(anchor: readonly number[]): boolean {
  return Math.max(...anchor) >= maxSpread * Math.min(...anchor)
}

type Verdict = 'moonshot' | 'goal' | 'missed' | 'too noisy'

export type ScoredOutcome = {
  row: Row
  outcome: Outcome
  ratio: number
  min: number
  max: number
  verdict: Verdict
}

/** Scores the median of the rounds. A noisy outcome meets no bound. */
export function scoreOutcome(row: Row, outcome: Outcome): ScoredOutcome {
  const { rounds, noisy = false } = outcome
  const ratio = median(rounds)
  const [min, max] = [Math.min(...rounds), Math.max(...rounds)]
  return { row, outcome, ratio, min, max, verdict: noisy ? 'too noisy' : judge(row, ratio) }
}

function judge({ goal, moonshot }: Row, ratio: number): Verdict {
  if (!isWithin(ratio, goal)) return 'missed'
  return isWithin(ratio, moonshot) ? 'moonshot' : 'goal'
}

function isWithin(ratio: number, bound: Bound): boolean {
  return 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost
}
