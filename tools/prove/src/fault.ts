import { createRandom, type Random } from '@stockie/prisma/seed'
import type { TestScope } from '@stockie/testkit/cleanup'
import type { Postgres } from '@stockie/testkit/postgres-server'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'

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
  open: (ground: FaultContext) => Promise<PlayRound>
}

/** What a fault is given. Whatever it opens there goes with it. */
export type FaultContext = TestScope & {
  /** Also where the end is cut short; what it takes away may have gone by then. */
  atOnce: (cleanUp: () => void) => void
  long: boolean
  postgres: Postgres
  /** A small shop of its own, or the one that is opened there; it goes with the fault, after a last look at it. */
  openShop: (open?: () => Promise<ShopDatabase>) => Promise<ShopDatabase>
  progress: (text: string) => void
}

export type FinalCheck = () => Promise<Pick<Found, 'lost' | 'doubled'>>

export type Round = {
  /** From 1 up. */
  number: number
  seed: number
  /** What the remarks of its documents begin with. */
  mark: string
  /** Every choice of the round, so that its seed plays it again. */
  random: Random
  /** How to look at a shop once more before it goes, when all that worked with it has ended; the last one counts. */
  lookAtLast: (shop: ShopDatabase, look: FinalCheck) => void
}

export function createRound(part: Pick<Round, 'number' | 'seed' | 'lookAtLast'>): Round {
  return { ...part, mark: `prove-${part.seed}-${part.number}`, random: createRandom(part.seed) }
}

/** All rounds as one: what was found in any of them, and the longest of each wait; too few writes prove nothing. */
export function sumFindings(rounds: readonly Found[], atLeast = 0): Found {
  const longest: Found['longest'] = {}
  for (const [what, time] of rounds.flatMap((round) => Object.entries(round.longest))) {
    longest[what] = Math.max(longest[what] ?? 0, time)
  }
  const acknowledged = rounds.reduce((sum, round) => sum + round.acknowledged, 0)
  const few = `there were ${acknowledged} writes, and it takes ${atLeast} to believe it`
  return {
    acknowledged,
    lost: rounds.flatMap(({ lost }) => lost),
    doubled: rounds.flatMap(({ doubled }) => doubled),
    uncounted: rounds.flatMap(({ uncounted = [] }) => uncounted),
    broken: rounds.flatMap(({ broken }) => broken),
    unkept: [...rounds.flatMap(({ unkept }) => unkept), ...(acknowledged < atLeast ? [few] : [])],
    longest,
    remarks: rounds.flatMap(({ remarks = [] }) => remarks),
  }
}
