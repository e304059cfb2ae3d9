import { writeFileSync } from 'node:fs'
import { createProgress } from '@stockie/stage/create-progress'
import { runProgram } from '@stockie/stage/run-program'
import { choose } from './choose'
import { drawTable } from './draw-table'
import { faults } from './faults'
import { isKept } from './is-kept'
import type { Ground } from './ground'
import { openGround } from './open-ground'
import { readOptions, usage } from './read-options'
import { runFaults, type Ran } from './run-faults'

/** A fault mostly waits, so two are played side by side; the long form has the machine for each. */
const shortLanes = 2

await runProgram(async ({ tell, ending }) => {
  const { long, only, seed, json, help } = readOptions(process.argv.slice(2))
  if (help) return tell(usage)
  const chosen = choose(faults, only)
  const names = chosen.map(({ name }) => name)
  const results: Ran[] = []
  // Before anything else too: a file that cannot be written is told at once.
  writeResults(json, results)
  const progress = createProgress(process)
  const say = (text: string) => {
    progress.done()
    tell(text)
  }
  const waiting = chosen.values()
  async function playOn(ground: Ground): Promise<void> {
    const options = { chosen: waiting, seed, say, hasEnded: ending.hasBegun }
    for await (const result of runFaults(ground, options)) {
      results.push(result)
      results.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
      writeResults(json, results)
    }
  }
  const grounds: Ground[] = []
  for (let lane = 1; lane <= Math.min(long ? 1 : shortLanes, chosen.length); lane += 1) {
    grounds.push(await openGround({ long, progress: progress.show, ending }))
  }
  await Promise.all(grounds.map(playOn))
  if (ending.hasBegun()) return
  say(`\n${drawTable(results)}`)
  if (!results.every((result) => 'notHere' in result || isKept(result))) process.exitCode = 1
})

function writeResults(file: string | undefined, results: readonly Ran[]): void {
  if (file === undefined) return
  const faultsSoFar = results.map((ran) => ({ ...ran, kept: isKept(ran) }))
  writeFileSync(file, `${JSON.stringify(faultsSoFar, null, 2)}\n`)
}
