import type { Round } from '#src/round'
import { locks, type Lock } from './locks'

/** A round of its own for each lock, with marks and edits that no other has. */
export function partOf(round: Round, lock: Lock): Round {
  const part = locks.indexOf(lock) + 1
  const number = (round.number - 1) * locks.length + part
  return { ...round, number, seed: round.seed + part, mark: `${round.mark}-${part}` }
}
