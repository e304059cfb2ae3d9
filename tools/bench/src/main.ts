import { writeFile } from 'node:fs/promises'
import { chooseByName, createProgress, runProgram } from '@stockie/testkit/command-line'
import { openBench } from './bench'
import { readOptions, usage } from './bench-options'
import { type MeasureResult, runMeasures } from './measure-runner'
import { measures } from './measures'
import { drawTable, toJson } from './ratio-table'

await runProgram(async ({ print, shutdown }) => {
  const { only, quick, json, help } = readOptions(process.argv.slice(2))
  if (help) return print(usage)
  const chosen = chooseByName(measures, only, { kind: 'row', labelOf: ({ row }) => row })
  const results: MeasureResult[] = []
  // Written once before the start, so that an unwritable file is reported immediately.
  await writeRows(json, results)
  const progress = createProgress(process)
  const bench = await openBench({ quick, progress: progress.show, shutdown })
  for await (const result of runMeasures(bench, chosen, shutdown.hasBegun)) {
    results.push(result)
    await writeRows(json, results)
  }
  if (shutdown.hasBegun()) return
  progress.done()
  print(drawTable(results, { quick }))
  if (results.some((result) => 'failure' in result)) process.exitCode = 1
})

async function writeRows(
  file: string | undefined,
  results: readonly MeasureResult[],
): Promise<void> {
  if (file === undefined) return
  await writeFile(file, `${JSON.stringify(results.map(toJson), null, 2)}\n`)
}
