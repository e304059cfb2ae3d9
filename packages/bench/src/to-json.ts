import type { Judged } from './judge'
import { describeBound } from './describe-bound'

/** A row as `--json` writes it. */
export function toJson({ row, outcome, ratio, min, max, verdict }: Judged) {
  return {
    id: row.id,
    name: row.name,
    anchor: row.anchor,
    ratio,
    min,
    max,
    goal: describeBound(row.goal),
    moonshot: describeBound(row.moonshot),
    met: verdict === 'goal' || verdict === 'moonshot',
    rounds: outcome.rounds,
    noisy: outcome.noisy ?? false,
  }
}
