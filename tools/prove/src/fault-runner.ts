import { randomInt } from 'node:crypto'
import { createCleanup } from '@stockie/testkit/cleanup'
import { UnsupportedError } from '@stockie/testkit/errors'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import {
  createRound,
  type Fault,
  type FaultContext,
  type FinalCheck,
  type Findings,
  type Round,
  sumFindings,
} from './fault'

type FinalChecks = {
  add: (shop: ShopDatabase, check: FinalCheck) => void
  /** Runs the check of the shop, if it has one. A check that fails counts as a broken promise. */
  run: (shop: ShopDatabase) => Promise<void>
  /** The findings of all checks, as one more round without writes. */
  findings: () => Findings
}

function createFinalChecks(): FinalChecks {
  const checks = new Map<ShopDatabase, FinalCheck>()
  const results: Findings[] = []
  const noFindings = sumFindings([])
  const label = (finding: string) => `after the end: ${finding}`
  return {
    add: (shop, check) => void checks.set(shop, check),
    run: async (shop) => {
      try {
        const { lost = [], doubled = [] } = (await checks.get(shop)?.()) ?? {}
        results.push({ ...noFindings, lost: lost.map(label), doubled: doubled.map(label) })
      } catch (error) {
        const failure = `the shop could not be checked: ${String(error)}`
        results.push({ ...noFindings, brokenPromises: [label(failure)] })
      }
    },
    findings: () => sumFindings(results),
  }
}

export type FaultResult = { name: string; rounds: number } & (
  | { found: Findings }
  | { unsupported: string }
  /** With the findings of the rounds before the failure. */
  | { failure: string; found: Findings }
)

type Options = {
  /** Parallel runs may share one iterator, so that each fault is played once. */
  chosen: Iterable<Fault>
  /** Set to repeat a single round. */
  seed: number | undefined
  print: (text: string) => void
  hasEnded: () => boolean
}

const seedLimit = 2 ** 31

/** Plays the faults one after the other. A fault that fails is reported, and the next one follows. */
export async function* runFaults(
  context: FaultContext,
  options: Options,
): AsyncGenerator<FaultResult> {
  for (const fault of options.chosen) {
    if (options.hasEnded()) return
    const result = await runFault(context, fault, options)
    // A fault that the shutdown interrupted has not failed.
    if (options.hasEnded()) return
    yield result
  }
}

async function runFault(
  context: FaultContext,
  fault: Fault,
  options: Options,
): Promise<FaultResult> {
  const progress = (text: string) => context.progress(`${fault.name}: ${text}`)
  const { add, close } = createCleanup(progress)
  context.onEnd(close)
  const finalChecks = createFinalChecks()
  const openShop = async (open = context.openShop) => {
    const shop = await open()
    add(async () => {
      if (!options.hasEnded()) await finalChecks.run(shop)
      await shop.drop()
    })
    return shop
  }
  const own = { ...context, progress, openShop, onEnd: add }
  const result = await playRounds(own, fault, { ...options, addFinalCheck: finalChecks.add })
  await close()
  // After an interrupted round it is unknown which writes were requested.
  if ('unsupported' in result || 'failure' in result) return result
  return { ...result, found: sumFindings([result.found, finalChecks.findings()]) }
}

async function playRounds(
  context: FaultContext,
  fault: Fault,
  options: Options & Pick<Round, 'addFinalCheck'>,
): Promise<FaultResult> {
  const { name } = fault
  const { addFinalCheck } = options
  const rounds: Findings[] = []
  try {
    context.progress('opening')
    const play = await fault.open(context)
    const all = fault.rounds[context.long ? 'long' : 'short']
    const planned = options.seed === undefined ? Math.max(all, 1) : 1
    const form = context.long ? '--long ' : ''
    while (rounds.length < planned && !options.hasEnded()) {
      const round = createRound({
        number: rounds.length + 1,
        seed: options.seed ?? randomInt(seedLimit),
        addFinalCheck,
      })
      const command = `npm run prove -- ${form}--only ${name} --seed ${round.seed}`
      options.print(`${name}, round ${round.number} of ${planned}: ${command}`)
      rounds.push(await play(round))
    }
    const isWhole = context.long && options.seed === undefined
    return { name, rounds: rounds.length, found: sumFindings(rounds, isWhole ? fault.atLeast : 0) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const played = { name, rounds: rounds.length }
    // If one round succeeded, the machine supports the fault.
    if (error instanceof UnsupportedError && rounds.length === 0)
      return { ...played, unsupported: why }
    return { ...played, failure: why, found: sumFindings(rounds) }
  }
}
