import { median } from './median'
import type { Bound, Outcome, Row } from './row'

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
