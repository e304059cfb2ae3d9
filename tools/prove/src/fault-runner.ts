import { randomInt } from 'node:crypto'
import { createCleanup } from '@stockie/testkit/cleanup'
import { UnsupportedError } from '@stockie/testkit/errors'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import {
  createRound,
  type Fault,
  type FaultContext,
  type FinalCheck,
  type Found,
  type Round,
  sumFindings,
} from './fault'

type FinalChecks = {
  note: (shop: ShopDatabase, look: FinalCheck) => void
  /** Looks where somebody has asked for it. What cannot be seen has not been kept. */
  take: (shop: ShopDatabase) => Promise<void>
  /** What all of them have seen, as one more round that has written nothing. */
  found: () => Found
}

function createFinalChecks(): FinalChecks {
  const looks = new Map<ShopDatabase, FinalCheck>()
  const seen: Found[] = []
  const nothing = sumFindings([])
  const atLast = (finding: string) => `at last: ${finding}`
  return {
    note: (shop, look) => void looks.set(shop, look),
    take: async (shop) => {
      try {
        const { lost = [], doubled = [] } = (await looks.get(shop)?.()) ?? {}
        seen.push({ ...nothing, lost: lost.map(atLast), doubled: doubled.map(atLast) })
      } catch (error) {
        const unseen = `the shop could not be looked at: ${String(error)}`
        seen.push({ ...nothing, unkept: [atLast(unseen)] })
      }
    },
    found: () => sumFindings(seen),
  }
}

export type Ran = { name: string; rounds: number } & (
  | { found: Found }
  | { notHere: string }
  /** And what was found before it failed. */
  | { failure: string; found: Found }
)

type Options = {
  /** Where several play, all of them take from the same ones. */
  chosen: Iterable<Fault>
  /** Of one round that is played again. */
  seed: number | undefined
  say: (text: string) => void
  hasEnded: () => boolean
}

const seeds = 2 ** 31

/** One after the other, each on a ground of its own; what fails is told and the rest goes on. */
export async function* runFaults(ground: FaultContext, options: Options): AsyncGenerator<Ran> {
  for (const fault of options.chosen) {
    if (options.hasEnded()) return
    const result = await runFault(ground, fault, options)
    // What the end has cut short has not failed.
    if (options.hasEnded()) return
    yield result
  }
}

async function runFault(ground: FaultContext, fault: Fault, options: Options): Promise<Ran> {
  const progress = (text: string) => ground.progress(`${fault.name}: ${text}`)
  const { add, close } = createCleanup(progress)
  ground.onEnd(close)
  const looks = createFinalChecks()
  const openShop = async (open = ground.openShop) => {
    const shop = await open()
    add(async () => {
      if (!options.hasEnded()) await looks.take(shop)
      await shop.drop()
    })
    return shop
  }
  const own = { ...ground, progress, openShop, onEnd: add }
  const ran = await playRounds(own, fault, { ...options, lookAtLast: looks.note })
  await close()
  // Of a round that came to no end nobody knows what it asked for.
  if ('notHere' in ran || 'failure' in ran) return ran
  return { ...ran, found: sumFindings([ran.found, looks.found()]) }
}

async function playRounds(
  ground: FaultContext,
  fault: Fault,
  options: Options & Pick<Round, 'lookAtLast'>,
): Promise<Ran> {
  const { name } = fault
  const { lookAtLast } = options
  const rounds: Found[] = []
  try {
    ground.progress('opening')
    const play = await fault.open(ground)
    const all = fault.rounds[ground.long ? 'long' : 'short']
    const most = options.seed === undefined ? all : 1
    const form = ground.long ? '--long ' : ''
    while (rounds.length < most && !options.hasEnded()) {
      const round = createRound({
        number: rounds.length + 1,
        seed: options.seed ?? randomInt(seeds),
        lookAtLast,
      })
      const again = `npm run prove -- ${form}--only ${name} --seed ${round.seed}`
      options.say(`${name}, round ${round.number} of ${most}: ${again}`)
      rounds.push(await play(round))
    }
    const isWhole = ground.long && options.seed === undefined
    return { name, rounds: rounds.length, found: sumFindings(rounds, isWhole ? fault.atLeast : 0) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const ran = { name, rounds: rounds.length }
    // What could be played once can be played here.
    if (error instanceof UnsupportedError && rounds.length === 0) return { ...ran, notHere: why }
    return { ...ran, failure: why, found: sumFindings(rounds) }
  }
}
