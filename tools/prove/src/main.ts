import { writeFileSync } from 'node:fs'
import { chooseByName, createProgress, runProgram } from '@stockie/testkit/command-line'
import type { FaultContext } from './fault'
import { openFaultContext } from './fault-context'
import { type FaultResult, runFaults } from './fault-runner'
import { drawTable, hasPassed } from './fault-table'
import { faults } from './faults'
import { readOptions, usage } from './prove-options'

/** A fault mostly waits, so two run in parallel; in the long form each has the machine to itself. */
const shortLanes = 2

await runProgram(async ({ print, shutdown }) => {
  const { long, only, seed, json, help } = readOptions(process.argv.slice(2))
  if (help) return print(usage)
  // Some take too long for `npm test`, which may take ten minutes in all.
  const played = faults.filter(({ rounds }) => long || only.length > 0 || rounds.short > 0)
  const chosen = chooseByName(played, only, {
    kind: 'fault',
    labelOf: ({ name }) => ({ id: name, name }),
  })
  const names = chosen.map(({ name }) => name)
  const results: FaultResult[] = []
  // Written once before the start, so that an unwritable file is reported immediately.
  writeResults(json, results)
  const progress = createProgress(process)
  const printLine = (text: string) => {
    progress.done()
    print(text)
  }
  const queue = chosen.values()
  async function playFrom(context: FaultContext): Promise<void> {
    const options = { chosen: queue, seed, print: printLine, hasEnded: shutdown.hasBegun }
    for await (const result of runFaults(context, options)) {
      results.push(result)
      results.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
      writeResults(json, results)
    }
  }
  const contexts: FaultContext[] = []
  for (let lane = 1; lane <= Math.min(long ? 1 : shortLanes, chosen.length); lane += 1) {
    contexts.push(await openFaultContext({ long, progress: progress.show, shutdown }))
  }
  await Promise.all(contexts.map(playFrom))
  if (shutdown.hasBegun()) return
  printLine(`\n${drawTable(results)}`)
  if (!results.every((result) => 'unsupported' in result || hasPassed(result))) process.exitCode = 1
})

function writeResults(file: string | undefined, results: readonly FaultResult[]): void {
  if (file === undefined) return
  const rows = results.map((result) => ({ ...result, passed: hasPassed(result) }))
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`)
}
