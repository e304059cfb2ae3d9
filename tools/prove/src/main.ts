import { writeFileSync } from 'node:fs'
import { chooseByName, createProgress, runProgram } from '@stockie/testkit/command-line'
import type { FaultContext } from './fault'
import { openFaultContext } from './fault-context'
import { type Ran, runFaults } from './fault-runner'
import { drawTable, hasPassed } from './fault-table'
import { faults } from './faults'
import { readOptions, usage } from './prove-options'

/** A fault mostly waits, so two are played side by side; the long form has the machine for each. */
const shortLanes = 2

await runProgram(async ({ tell, ending }) => {
  const { long, only, seed, json, help } = readOptions(process.argv.slice(2))
  if (help) return tell(usage)
  const chosen = chooseByName(faults, only, {
    kind: 'fault',
    labelOf: ({ name }) => ({ id: name, name }),
  })
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
  async function playOn(ground: FaultContext): Promise<void> {
    const options = { chosen: waiting, seed, say, hasEnded: ending.hasBegun }
    for await (const result of runFaults(ground, options)) {
      results.push(result)
      results.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
      writeResults(json, results)
    }
  }
  const grounds: FaultContext[] = []
  for (let lane = 1; lane <= Math.min(long ? 1 : shortLanes, chosen.length); lane += 1) {
    grounds.push(await openFaultContext({ long, progress: progress.show, ending }))
  }
  await Promise.all(grounds.map(playOn))
  if (ending.hasBegun()) return
  say(`\n${drawTable(results)}`)
  if (!results.every((result) => 'notHere' in result || hasPassed(result))) process.exitCode = 1
})

function writeResults(file: string | undefined, results: readonly Ran[]): void {
  if (file === undefined) return
  const faultsSoFar = results.map((ran) => ({ ...ran, kept: hasPassed(ran) }))
  writeFileSync(file, `${JSON.stringify(faultsSoFar, null, 2)}\n`)
}
