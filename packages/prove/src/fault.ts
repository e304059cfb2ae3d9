import type { Ground } from './ground'
import type { Round } from './round'

/** What a round has found. Each finding is a sentence, or the mark of a write. */
export type Found = {
  /** How many writes were answered as done. */
  acknowledged: number
  lost: string[]
  doubled: string[]
  /** What the fault does not count apart: whatever it finds is unkept. */
  uncounted?: readonly ('lost' | 'doubled')[]
  /** Of the database's invariants. */
  broken: string[]
  /** Whatever else the fault promises and was not so. */
  unkept: string[]
  /** What else is worth knowing, in milliseconds: the table shows the longest of all rounds. */
  longest: Record<string, number>
  /** What happened beside it, and had to be so. */
  remarks?: string[]
}

type PlayRound = (round: Round) => Promise<Found>

export type Fault = {
  /** As `--only` has it. */
  name: string
  rounds: { short: number; long: number }
  /** So many writes must have been acknowledged in all rounds of the long form. */
  atLeast?: number
  /** Opens what all its rounds are played on; `ground.onEnd` closes it. */
  open: (ground: Ground) => Promise<PlayRound>
}
