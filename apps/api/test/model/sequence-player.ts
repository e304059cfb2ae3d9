import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { initialSteps, sequences, type Step } from './sequence-plans'
import { createModelRun, startTwoApis, type TwoApis } from './stage'
import { checkFinalShop, playStep } from './step-player'

const sequencesInAll = Number(process.env['STOCKIE_MODEL_RUNS'] ?? 300)
const seed = Number(process.env['STOCKIE_MODEL_SEED'] ?? randomInt(2 ** 31))
/** What a sequence that fails is told with: its last calls. */
const shownCalls = 30

/** So long a counterexample is made smaller: milliseconds. */
const shrinkLimitMs = 60_000

/** One half of the sequences: each half is a test file, so that two processes play them side by side. */
export function playHalfOfSequences(): void {
  const runs = Math.ceil(sequencesInAll / 2)
  let notModifiedInAll = 0
  let firstFailure = Number.POSITIVE_INFINITY

  let apis: TwoApis
  beforeAll(async () => {
    apis = await startTwoApis()
  })
  afterAll(() => apis.stop())

  async function play(steps: Step[]): Promise<void> {
    fc.pre(performance.now() - firstFailure < shrinkLimitMs)
    const stage = await createModelRun(apis)
    try {
      for (const step of [...initialSteps, ...steps]) await playStep(stage, step)
      await checkFinalShop(stage)
    } catch (error) {
      firstFailure = Math.min(firstFailure, performance.now())
      const message = error instanceof Error ? error.message : String(error)
      throw new Error(`${message}\nafter\n${stage.transcript.slice(-shownCalls).join('\n')}`, {
        cause: error,
      })
    }
    notModifiedInAll += stage.browsers.reduce((sum, browser) => sum + browser.notModifiedCount(), 0)
  }

  test(
    'whatever up to eight clients do at once, the shop is as a plain model of it says',
    async () => {
      process.stdout.write(`Playing ${runs} sequences, STOCKIE_MODEL_SEED=${seed}.\n`)
      await fc.assert(fc.asyncProperty(sequences, play), { numRuns: runs, seed })
      expect(notModifiedInAll).toBeGreaterThan(runs)
    },
    600_000 + runs * 30_000,
  )
}
