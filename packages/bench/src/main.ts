import { writeFile } from 'node:fs/promises'
import { createProgress } from '@stockie/stage/create-progress'
import { runProgram } from '@stockie/stage/run-program'
import { choose } from './choose'
import { drawTable } from './draw-table'
import { measures } from './measures'
import { openBench } from './open-bench'
import { readOptions, usage } from './read-options'
import { runMeasures, type Ran } from './run-measures'
import { toJson } from './to-json'

await runProgram(async ({ tell, ending }) => {
  const { only, quick, json, help } = readOptions(process.argv.slice(2))
  if (help) return tell(usage)
  const chosen = choose(measures, only)
  const results: Ran[] = []
  // Before anything else too: a file that cannot be written is told at once.
  await writeRows(json, results)
  const progress = createProgress(process)
  const bench = await openBench({ quick, progress: progress.show, ending })
  for await (const result of runMeasures(bench, chosen, ending.hasBegun)) {
    results.push(result)
    await writeRows(json, results)
  }
  if (ending.hasBegun()) return
  progress.done()
  tell(drawTable(results, { quick }))
  if (results.some((result) => 'failure' in result)) process.exitCode = 1
})

async function writeRows(file: string | undefined, results: readonly Ran[]): Promise<void> {
  if (file === undefined) return
  await writeFile(file, `${JSON.stringify(results.map(toJson), null, 2)}\n`)
}
