import { createCleanup } from '@stockie/testkit/cleanup'
import { UnsupportedError } from '@stockie/testkit/errors'
import type { Bench, Measure, Row } from './bench'
import { judge, type Judged } from './scoring'

export type Ran = Judged | { row: Row; notHere: string } | { row: Row; failure: string }

/** One after the other, each in a scope of its own; what fails is told and the rest goes on. */
export async function* runMeasures(
  bench: Bench,
  chosen: readonly Measure[],
  hasEnded: () => boolean,
): AsyncGenerator<Ran> {
  for (const measure of chosen) {
    if (hasEnded()) return
    const result = await runMeasure(bench, measure)
    // What the end has cut short has not failed.
    if (hasEnded()) return
    yield result
  }
}

async function runMeasure(bench: Bench, { row, run }: Measure): Promise<Ran> {
  const progress = (text: string) => bench.progress(`${row.id} ${row.name}: ${text}`)
  const { add, close } = createCleanup(progress)
  bench.onEnd(close)
  try {
    const database: Bench['database'] = async (size) => {
      const made = await bench.database(size)
      add(made.drop)
      return made
    }
    return judge(row, await run({ ...bench, progress, database, onEnd: add }))
  } catch (error) {
    if (error instanceof UnsupportedError) return { row, notHere: error.message }
    return { row, failure: error instanceof Error ? error.message : String(error) }
  } finally {
    await close()
  }
}
