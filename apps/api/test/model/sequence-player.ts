import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Step } from './sequence-plans'
import { initialSteps, sequences } from './sequences'
import { type RunningApis, startApis } from './apis/running-apis'
import { longUnless } from '#test/support/long-form'
import { createModelRun } from './model-run'
import { checkFinalShop, playStep } from './step-player'

const sequencesInAll = Number(process.env['STOCKIE_MODEL_RUNS'] ?? 12)
const seed = Number(process.env['STOCKIE_MODEL_SEED'] ?? randomInt(2 ** 31))
/** The failure message shows this many of the sequence's last calls. */
const shownCalls = 30

/** The time limit for shrinking a counterexample, in milliseconds. */
const shrinkLimitMs = 60_000

/** Plays half of the sequences. Each half is a test file, so that two processes run in parallel. */
export function playHalfOfSequences(): void {
  playSequences(Math.ceil(sequencesInAll / 2))
}

/** Few of the sequences, because each waits for the standby in half of its steps. */
export function playSequencesWithStandby(): void {
  playSequences(Math.ceil(sequencesInAll / 30), { count: 3, readsFromStandby: true })
}

function playSequences(runs: number, options: Parameters<typeof startApis>[0] = {}): void {
  let notModifiedInAll = 0
  let firstFailure = Number.POSITIVE_INFINITY

  let apis: RunningApis
  beforeAll(async () => {
    apis = await startApis(options)
  })
  afterAll(() => apis.stop())

  async function play(steps: Step[]): Promise<void> {
    fc.pre(performance.now() - firstFailure < shrinkLimitMs)
    const run = await createModelRun(apis)
    try {
      for (const step of [...initialSteps, ...steps]) await playStep(run, step)
      await checkFinalShop(run)
    } catch (error) {
      firstFailure = Math.min(firstFailure, performance.now())
      const message = error instanceof Error ? error.message : String(error)
      throw new Error(`${message}\nafter\n${run.transcript.slice(-shownCalls).join('\n')}`, {
        cause: error,
      })
    }
    notModifiedInAll += run.browsers.reduce((sum, browser) => sum + browser.notModifiedCount(), 0)
  }

  test(
    `random sequences of up to eight concurrent calls leave the shop as a serial model predicts${longUnless(!options.readsFromStandby)}`,
    async () => {
      process.stdout.write(`Playing ${runs} sequences, STOCKIE_MODEL_SEED=${seed}.\n`)
      await fc.assert(fc.asyncProperty(sequences, play), { numRuns: runs, seed })
      expect(notModifiedInAll).toBeGreaterThan(runs)
      expect(apis.standby?.answeredCount() ?? Infinity).toBeGreaterThan(runs)
      expect(apis.conflicts()).toEqual([])
    },
    600_000 + runs * 30_000,
  )
}
