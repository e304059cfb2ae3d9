import { setTimeout as wait } from 'node:timers/promises'
import type { LoadReport } from './load-plan'

function formatMegabytes(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : `${Math.round(bytes / 2 ** 20)} MB`
}

/**
 * Ratio of the medians of the last fifth and the second fifth of the samples; the first fifth is warm-up. NaN
 * for fewer than five samples.
 */
function measureGrowth(samples: readonly number[]): number {
  const fifth = Math.floor(samples.length / 5)
  if (fifth === 0) return Number.NaN
  const median = (part: number[]) =>
    part.toSorted((one, other) => one - other)[Math.floor(part.length / 2)] ?? Number.NaN
  return median(samples.slice(-fifth)) / median(samples.slice(fifth, 2 * fifth))
}

/** Returns the time within which that share of the answers came. */
function percentile(share: number, waits: readonly number[]): number {
  const sorted = Float64Array.from(waits).toSorted()
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}

export type Memory = { api: number[]; postgres: number[] }

type WatchOptions = {
  api: () => Promise<number>
  postgres: () => Promise<number | undefined>
  /** Milliseconds between two samples. */
  sampleInterval: number
  isOver: () => boolean
  progress: (text: string) => void
}

/** Samples the memory of both until `isOver`, in bytes. */
export async function watchMemory(options: WatchOptions): Promise<Memory> {
  const memory: Memory = { api: [], postgres: [] }
  const began = performance.now()
  while (!options.isOver()) {
    const api = await options.api()
    const postgres = await options.postgres()
    memory.api.push(api)
    if (postgres !== undefined) memory.postgres.push(postgres)
    const seconds = Math.round((performance.now() - began) / 1_000)
    options.progress(
      `${seconds} s, the API ${formatMegabytes(api)}, PostgreSQL ${formatMegabytes(postgres)}`,
    )
    await wait(options.sampleInterval)
  }
  return memory
}

/** No user looks at an empty list for longer. */
const readLimit = 10_000

/** Reports the figures of the load, the delay of its generator, and reads that were too slow. */
export function judgeLoad({ sales, late, reads, took }: LoadReport) {
  const readCount = reads.reduce((sum, { waits }) => sum + waits.length, 0)
  const rateOf = (count: number) => `${((1_000 * count) / took).toFixed(1)} a second`
  const saleRate = `${sales.length.toLocaleString('en-US')} sales in ${Math.round(took / 1_000)} s`
  return {
    remarks: [
      `${saleRate}, ${rateOf(sales.length)}, and ${readCount.toLocaleString('en-US')} reads, ${rateOf(readCount)}.`,
    ],
    brokenPromises: reads.flatMap(({ path, waits }) => {
      const slow = waits.filter((time) => time > readLimit)
      const slowest = (Math.max(...slow) / 1_000).toFixed(1)
      return slow.length === 0
        ? []
        : [
            `${slow.length} of ${waits.length} reads of ${path} took over 10 s, the slowest ${slowest} s`,
          ]
    }),
    longest: {
      'median sale': percentile(0.5, sales),
      '99th percentile of the sales': percentile(0.99, sales),
      'slowest sale': percentile(1, sales),
      '99th percentile of the delay of the generator': percentile(0.99, late),
      'longest delay of the generator': percentile(1, late),
      ...Object.fromEntries(
        reads.map(({ path, waits }) => [
          `99th percentile of the reads of ${path}`,
          percentile(0.99, waits),
        ]),
      ),
    },
  }
}

/** A busy server keeps memory that it once needed; only a leak keeps growing. */
const maxGrowth = 1.15

const names = { api: 'the API', postgres: 'PostgreSQL' } satisfies Record<keyof Memory, string>

/** Describes the memory of both, and reports which of them kept growing. */
export function judgeMemory(memory: Memory): { remarks: string[]; brokenPromises: string[] } {
  const remarks: string[] = []
  const brokenPromises: string[] = []
  for (const program of ['api', 'postgres'] as const) {
    const name = names[program]
    const samples = memory[program]
    if (samples.length === 0) {
      remarks.push(`The memory of ${name} could not be read on this machine.`)
      continue
    }
    const growth = measureGrowth(samples)
    const isKnown = !Number.isNaN(growth)
    const ratio = `${growth.toFixed(2)} times the second fifth`
    const [first, last] = [samples[0], samples.at(-1)].map(formatMegabytes)
    const peak = formatMegabytes(Math.max(...samples))
    remarks.push(
      `Memory of ${name}: ${first} at the start, ${last} at the end, ${peak} at most, in ${samples.length} samples; ${isKnown ? `the last fifth has ${ratio}` : 'too few to measure growth'}.`,
    )
    if (!isKnown) {
      brokenPromises.push(
        `${samples.length} samples of the memory of ${name} are too few to rule out growth`,
      )
    }
    if (growth > maxGrowth) {
      brokenPromises.push(`the memory of ${name} kept growing: the last fifth has ${ratio}`)
    }
  }
  return { remarks, brokenPromises }
}
