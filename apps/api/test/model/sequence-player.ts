import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnishing, sequences, type Step } from './sequence-plans'
import { setStage, startTwoApis, type TwoApis } from './stage'
import { playEnd, playStep } from './step-player'

const sequencesInAll = Number(process.env['STOCKIE_MODEL_RUNS'] ?? 300)
const seed = Number(process.env['STOCKIE_MODEL_SEED'] ?? randomInt(2 ** 31))
/** What a sequence that fails is told with: its last calls. */
const told = 30

/** So long a counterexample is made smaller: milliseconds. */
const patience = 60_000

/** One half of the sequences: each half is a test file, so that two processes play them side by side. */
export function playHalfOfSequences(): void {
  const runs = Math.ceil(sequencesInAll / 2)
  let heldInAll = 0
  let firstFailure = Number.POSITIVE_INFINITY

  let apis: TwoApis
  beforeAll(async () => {
    apis = await startTwoApis()
  })
  afterAll(() => apis.stop())

  async function play(steps: Step[]): Promise<void> {
    fc.pre(performance.now() - firstFailure < patience)
    const stage = await setStage(apis)
    try {
      for (const step of [...furnishing, ...steps]) await playStep(stage, step)
      await playEnd(stage)
    } catch (error) {
      firstFailure = Math.min(firstFailure, performance.now())
      const message = error instanceof Error ? error.message : String(error)
      throw new Error(`${message}\nafter\n${stage.story.slice(-told).join('\n')}`, { cause: error })
    }
    heldInAll += stage.browsers.reduce((sum, browser) => sum + browser.held(), 0)
  }

  test(
    'whatever up to eight clients do at once, the shop is as a plain model of it says',
    async () => {
      process.stdout.write(`Playing ${runs} sequences, STOCKIE_MODEL_SEED=${seed}.\n`)
      await fc.assert(fc.asyncProperty(sequences, play), { numRuns: runs, seed })
      expect(heldInAll).toBeGreaterThan(runs)
    },
    600_000 + runs * 30_000,
  )
}
