import { describeBound } from './describe-bound'
import type { Ran } from './run-measures'

/** A row as `--json` writes it. One that came to nothing says why, and has no ratio. */
export function toJson(result: Ran) {
  const { id, name, anchor, goal, moonshot } = result.row
  const row = { id, name, anchor, goal: describeBound(goal), moonshot: describeBound(moonshot) }
  if ('verdict' in result) {
    const { ratio, min, max, verdict, outcome } = result
    const met = verdict === 'goal' || verdict === 'moonshot'
    const { rounds, noisy = false } = outcome
    return { ...row, ratio, min, max, met, rounds, noisy }
  }
  const why = 'failure' in result ? { failure: result.failure } : { notHere: result.notHere }
  return { ...row, ratio: null, min: null, max: null, met: false, rounds: [], noisy: false, ...why }
}
