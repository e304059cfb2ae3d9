import { writeFile } from 'node:fs/promises'
import { createProgress } from '@stockie/stage/create-progress'
import { runProgram } from '@stockie/stage/run-program'
import { choose } from './choose'
import { drawTable } from './draw-table'
import { faults } from './faults'
import { isKept } from './is-kept'
import { openGround } from './open-ground'
import { readOptions, usage } from './read-options'
import { runFaults, type Ran } from './run-faults'

await runProgram(async ({ tell, ending }) => {
  const { long, only, seed, json, help } = readOptions(process.argv.slice(2))
  if (help) return tell(usage)
  const chosen = choose(faults, only)
  const results: Ran[] = []
  // Before anything else too: a file that cannot be written is told at once.
  await writeResults(json, results)
  const progress = createProgress(process)
  const ground = await openGround({ long, progress: progress.show, ending })
  const say = (text: string) => {
    progress.done()
    tell(text)
  }
  for await (const result of runFaults(ground, { chosen, seed, say, hasEnded: ending.hasBegun })) {
    results.push(result)
    await writeResults(json, results)
  }
  if (ending.hasBegun()) return
  say(`\n${drawTable(results)}`)
  if (!results.every((result) => 'notHere' in result || isKept(result))) process.exitCode = 1
})

async function writeResults(file: string | undefined, results: readonly Ran[]): Promise<void> {
  if (file === undefined) return
  const faultsSoFar = results.map((ran) => ({ ...ran, kept: isKept(ran) }))
  await writeFile(file, `${JSON.stringify(faultsSoFar, null, 2)}\n`)
}
