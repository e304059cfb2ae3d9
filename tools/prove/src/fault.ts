import { createRandom, type Random } from '@stockie/prisma/seed'
import type { TestScope } from '@stockie/testkit/cleanup'
import type { Postgres } from '@stockie/testkit/postgres-server'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'

/** The findings of a round. Each is a sentence, or the mark of a write. */
export type Findings = {
  /** Number of writes that were answered as done. */
  acknowledged: number
  lost: string[]
  doubled: string[]
  /** Columns that the fault does not count separately; it reports all findings as broken promises. */
  uncounted?: readonly ('lost' | 'doubled')[]
  /** Invariants of the database that do not hold. */
  brokenInvariants: string[]
  /** Every other broken promise of the fault. */
  brokenPromises: string[]
  /** Times in milliseconds; the table shows the longest of all rounds. */
  longest: Record<string, number>
  /** Notes that are not findings, such as an excused delay. */
  remarks?: string[]
}

type PlayRound = (round: Round) => Promise<Findings>

export type Fault = {
  /** As in `--only`. */
  name: string
  /** With short: 0, the short form plays the fault only if it is chosen by name, once. */
  rounds: { short: number; long: number }
  /** Minimum of acknowledged writes in all rounds of the long form. */
  atLeast?: number
  /** Opens what all rounds share; `context.onEnd` closes it. */
  open: (context: FaultContext) => Promise<PlayRound>
}

/** The environment of a fault; everything that it opens here is closed with it. */
export type FaultContext = TestScope & {
  /** Also runs if the shutdown is interrupted; the step must tolerate that the thing is already gone. */
  onExit: (cleanUp: () => void) => void
  long: boolean
  postgres: Postgres
  /** Opens a small shop, or the given one; it is dropped with the fault, after its final check. */
  openShop: (open?: () => Promise<ShopDatabase>) => Promise<ShopDatabase>
  progress: (text: string) => void
}

export type FinalCheck = () => Promise<Pick<Findings, 'lost' | 'doubled'>>

export type Round = {
  /** Starts at 1. */
  number: number
  seed: number
  /** Prefix of the remarks of all documents of the round. */
  mark: string
  /** Decides every choice, so that the seed repeats the round. */
  random: Random
  /** Checks the shop once more before it is dropped, after the API has ended; replaces an earlier check. */
  addFinalCheck: (shop: ShopDatabase, check: FinalCheck) => void
}

export function createRound(part: Pick<Round, 'number' | 'seed' | 'addFinalCheck'>): Round {
  return { ...part, mark: `prove-${part.seed}-${part.number}`, random: createRandom(part.seed) }
}

export function addBrokenPromises(found: Findings, brokenPromises: readonly string[]): Findings {
  return { ...found, brokenPromises: [...found.brokenPromises, ...brokenPromises] }
}

/** Adds up all rounds, with the longest of each time. Too few writes are a finding. */
export function sumFindings(rounds: readonly Findings[], atLeast = 0): Findings {
  const longest: Findings['longest'] = {}
  for (const [name, time] of rounds.flatMap((round) => Object.entries(round.longest))) {
    longest[name] = Math.max(longest[name] ?? 0, time)
  }
  const acknowledged = rounds.reduce((sum, round) => sum + round.acknowledged, 0)
  const tooFew = `there were ${acknowledged} writes, and at least ${atLeast} are required`
  return {
    acknowledged,
    lost: rounds.flatMap(({ lost }) => lost),
    doubled: rounds.flatMap(({ doubled }) => doubled),
    uncounted: rounds.flatMap(({ uncounted = [] }) => uncounted),
    brokenInvariants: rounds.flatMap(({ brokenInvariants }) => brokenInvariants),
    brokenPromises: [
      ...rounds.flatMap(({ brokenPromises }) => brokenPromises),
      ...(acknowledged < atLeast ? [tooFew] : []),
    ],
    longest,
    remarks: rounds.flatMap(({ remarks = [] }) => remarks),
  }
}
