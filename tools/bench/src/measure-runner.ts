import { createCleanup } from '@stockie/testkit/cleanup'
import { UnsupportedError } from '@stockie/testkit/errors'
import type { Bench, Measure, Row } from './bench'
import { scoreOutcome, type ScoredOutcome } from './scoring'

export type MeasureResult =
  | ScoredOutcome
  | { row: Row; unsupported: string }
  | { row: Row; failure: string }

/** Runs the measures one after the other. A measure that fails is reported, and the next one follows. */
export async function* runMeasures(
  bench: Bench,
  chosen: readonly Measure[],
  hasEnded: () => boolean,
): AsyncGenerator<MeasureResult> {
  for (const measure of chosen) {
    if (hasEnded()) return
    const result = await runMeasure(bench, measure)
    // A measure that the shutdown interrupted has not failed.
    if (hasEnded()) return
    yield result
  }
}

async function runMeasure(bench: Bench, { row, run }: Measure): Promise<MeasureResult> {
  const progress = (text: string) => bench.progress(`${row.id} ${row.name}: ${text}`)
  const { add, close } = createCleanup(progress)
  bench.onEnd(close)
  try {
    const database: Bench['database'] = async (size) => {
      const shop = await bench.database(size)
      add(shop.drop)
      return shop
    }
    return scoreOutcome(row, await run({ ...bench, progress, database, onEnd: add }))
  } catch (error) {
    if (error instanceof UnsupportedError) return { row, unsupported: error.message }
    return { row, failure: error instanceof Error ? error.message : String(error) }
  } finally {
    await close()
  }
}
