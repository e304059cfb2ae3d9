import { setTimeout as wait } from 'node:timers/promises'
import type { LoadReport } from './load-plan'

function inMegabytes(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : `${Math.round(bytes / 2 ** 20)} MB`
}

/**
 * How much larger the last fifth of what was measured is than the second: the first is for warming up. NaN of fewer
 * than five.
 */
function measureGrowth(samples: readonly number[]): number {
  const fifth = Math.floor(samples.length / 5)
  if (fifth === 0) return Number.NaN
  const middle = (part: number[]) =>
    part.toSorted((one, other) => one - other)[Math.floor(part.length / 2)] ?? Number.NaN
  return middle(samples.slice(-fifth)) / middle(samples.slice(fifth, 2 * fifth))
}

/** Within how many milliseconds such a share of the answers came. */
function within(share: number, waits: readonly number[]): number {
  const sorted = Float64Array.from(waits).toSorted()
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}

export type Memory = { api: number[]; postgres: number[] }

type Watched = {
  api: () => Promise<number>
  postgres: () => Promise<number | undefined>
  /** Milliseconds between two looks. */
  every: number
  isOver: () => boolean
  progress: (text: string) => void
}

/** Bytes of the two, as often as that, until it is over. */
export async function watchMemory(watched: Watched): Promise<Memory> {
  const memory: Memory = { api: [], postgres: [] }
  const began = performance.now()
  while (!watched.isOver()) {
    const api = await watched.api()
    const postgres = await watched.postgres()
    memory.api.push(api)
    if (postgres !== undefined) memory.postgres.push(postgres)
    const seconds = Math.round((performance.now() - began) / 1_000)
    watched.progress(
      `${seconds} s, the API ${inMegabytes(api)}, PostgreSQL ${inMegabytes(postgres)}`,
    )
    await wait(watched.every)
  }
  return memory
}

/** Nobody looks at an empty list for longer. */
const limit = 10_000

/** What the load came to: its figures, how late its own generator was, and what was read too slowly. */
export function judgeLoad({ sales, late, reads, took }: LoadReport) {
  const looks = reads.reduce((sum, { waits }) => sum + waits.length, 0)
  const rateOf = (count: number) => `${((1_000 * count) / took).toFixed(1)} a second`
  const made = `${sales.length.toLocaleString('en-US')} sales in ${Math.round(took / 1_000)} s`
  return {
    remarks: [
      `${made}, ${rateOf(sales.length)}, and ${looks.toLocaleString('en-US')} reads, ${rateOf(looks)}.`,
    ],
    unkept: reads.flatMap(({ path, waits }) => {
      const slow = waits.filter((time) => time > limit)
      const slowest = (Math.max(...slow) / 1_000).toFixed(1)
      return slow.length === 0
        ? []
        : [
            `${slow.length} of ${waits.length} reads of ${path} took over 10 s, one of them ${slowest} s`,
          ]
    }),
    longest: {
      'half of the sales within': within(0.5, sales),
      '99 of 100 within': within(0.99, sales),
      'the slowest sale': within(1, sales),
      '99 of 100 sent after they were due within': within(0.99, late),
      'the latest of them': within(1, late),
      ...Object.fromEntries(
        reads.map(({ path, waits }) => [`99 of 100 reads of ${path}`, within(0.99, waits)]),
      ),
    },
  }
}

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
    const growth = measureGrowth(samples)
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
