import { growthOf } from '#src/load/growth-of'
import { inMegabytes } from './in-megabytes'
import type { Memory } from './watch-memory'

/** A busy server keeps what it has once needed; what leaks grows on. */
const mostGrowth = 1.15

const names = { api: 'the API', postgres: 'PostgreSQL' } satisfies Record<keyof Memory, string>

/** What each of the two had in memory, in a sentence, and which of them has grown on. */
export function judgeMemory(memory: Memory): { remarks: string[]; unkept: string[] } {
  const remarks: string[] = []
  const unkept: string[] = []
  for (const which of ['api', 'postgres'] as const) {
    const name = names[which]
    const samples = memory[which]
    if (samples.length === 0) {
      remarks.push(`How much memory ${name} had could not be read here.`)
      continue
    }
    const growth = growthOf(samples)
    const looks = `${samples.length} looks`
    const isKnown = !Number.isNaN(growth)
    const grown = `${growth.toFixed(2)} times what it had in the second`
    const [first, last] = [samples[0], samples.at(-1)].map(inMegabytes)
    const most = inMegabytes(Math.max(...samples))
    remarks.push(
      `${name} had ${first} of memory at first, ${last} at last and ${most} at most, by ${looks}: ${isKnown ? `in the last fifth of the time ${grown}` : 'too few to say what grew'}.`,
    )
    if (!isKnown)
      unkept.push(`${looks} at the memory of ${name} are too few to say that it did not grow`)
    if (growth > mostGrowth)
      unkept.push(`the memory of ${name} grew on, in the last fifth to ${grown}`)
  }
  return { remarks, unkept }
}
