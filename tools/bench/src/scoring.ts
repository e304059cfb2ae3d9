import type { Bound, Outcome, Row } from './bench'

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [upper = Number.NaN] = sorted.slice(middle)
  const [lower = Number.NaN] = sorted.slice(middle - 1)
  return sorted.length % 2 ? upper : (lower + upper) / 2
}

/** Stockie against its anchor, round by round. */
export function ratios(stockie: readonly number[], anchor: readonly number[]): number[] {
  return stockie.map((value, index) => value / (anchor[index] ?? Number.NaN))
}

const most = 1.6

/** Where the anchor's own best is so far from its worst, a ratio of rates or of waiting says nothing. */
export function isUnsteady(anchor: readonly number[]): boolean {
  return Math.max(...anchor) >= most * Math.min(...anchor)
}

type Verdict = 'moonshot' | 'goal' | 'missed' | 'too noisy'

export type Judged = {
  row: Row
  outcome: Outcome
  ratio: number
  min: number
  max: number
  verdict: Verdict
}

/** The score is the median of the rounds; one that was too noisy meets nothing. */
export function judge(row: Row, outcome: Outcome): Judged {
  const { rounds, noisy = false } = outcome
  const ratio = median(rounds)
  const reached = isWithin(ratio, row.moonshot) ? 'moonshot' : 'goal'
  const verdict = isWithin(ratio, row.goal) ? reached : 'missed'
  const [min, max] = [Math.min(...rounds), Math.max(...rounds)]
  return { row, outcome, ratio, min, max, verdict: noisy ? 'too noisy' : verdict }
}

function isWithin(ratio: number, bound: Bound): boolean {
  return 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost
}
