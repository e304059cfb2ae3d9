import { writeFile } from 'node:fs/promises'
import { chooseByName, createProgress, runProgram } from '@stockie/testkit/command-line'
import { openBench } from './bench'
import { readOptions, usage } from './bench-options'
import { type MeasureResult, runMeasures } from './measure-runner'
import { measures } from './measures'
import { drawTable, toJson } from './ratio-table'
import { measureScaling, scalingParts } from './scaling/scaling'
import { drawScaling } from './scaling/scaling-report'

await runProgram(async ({ print, shutdown }) => {
  const { only, quick, json, help, scaling, tills } = readOptions(process.argv.slice(2))
  if (help) return print(usage)
  const progress = createProgress(process)
  if (scaling) {
    const labelOf = ({ name }: { name: string }) => ({ id: name, name })
    const parts = chooseByName(scalingParts, only, { kind: 'part', labelOf })
    await writeJson(json, {})
    const bench = await openBench({ quick, progress: progress.show, shutdown })
    const onStep = (soFar: object) => writeJson(json, soFar)
    const figures = await measureScaling(bench, parts, { tillLevels: tills, onStep })
    progress.done()
    return print(drawScaling(figures))
  }
  const chosen = chooseByName(measures, only, { kind: 'row', labelOf: ({ row }) => row })
  const results: MeasureResult[] = []
  // Written once before the start, so that an unwritable file is reported immediately.
  await writeJson(json, results)
  const bench = await openBench({ quick, progress: progress.show, shutdown })
  for await (const result of runMeasures(bench, chosen, shutdown.hasBegun)) {
    results.push(result)
    await writeJson(json, results.map(toJson))
  }
  if (shutdown.hasBegun()) return
  progress.done()
  print(drawTable(results, { quick }))
  if (results.some((result) => 'failure' in result)) process.exitCode = 1
})

async function writeJson(file: string | undefined, value: unknown): Promise<void> {
  if (file === undefined) return
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`)
}
