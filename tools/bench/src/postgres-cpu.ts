import { readFile } from 'node:fs/promises'
import { UnsupportedError } from '@stockie/testkit/errors'
import type { Bench } from './bench'

const millisecondsPerTick = 10

/** Milliseconds of CPU time of the PostgreSQL server and all its processes, also ended ones. */
export async function postgresCpu({ postmaster }: Pick<Bench, 'postmaster'>): Promise<number> {
  for (;;) {
    const ended = await readEndedTime(postmaster)
    const children = await readProcFile(`/proc/${postmaster}/task/${postmaster}/children`)
    if (children === null) {
      throw new UnsupportedError(
        'The CPU time of PostgreSQL is read from /proc, which needs Linux.',
      )
    }
    const running = [String(postmaster), ...(children.match(/\d+/g) ?? [])]
    const times = await Promise.all(running.map(readOwnTime))
    // A child that ended meanwhile would count twice. One that needed less than a tick is not noticed.
    if ((await readEndedTime(postmaster)) === ended) {
      return times.reduce((sum, time) => sum + time, ended)
    }
  }
}

/** Has nanoseconds, because reading a list takes less than a tick. */
async function readOwnTime(pid: string): Promise<number> {
  // Null if the process has ended; its parent counts its time.
  const [nanoseconds = '0'] = ((await readProcFile(`/proc/${pid}/schedstat`)) ?? '').split(' ')
  return Number(nanoseconds) / 1e6
}

/** The CPU time of ended children. */
async function readEndedTime(pid: number): Promise<number> {
  const text = (await readProcFile(`/proc/${pid}/stat`)) ?? ''
  // The name may contain anything. After it come the state and, as 13th and 14th fields, cutime and cstime.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0] = fields.slice(13).map(Number)
  return (user + system) * millisecondsPerTick
}

const readProcFile = (file: string) => readFile(file, 'utf8').catch(() => null)

/** For rows that only show it: returns NaN if it cannot be read. */
export async function postgresCpuIfKnown(bench: Pick<Bench, 'postmaster'>): Promise<number> {
  return postgresCpu(bench).catch((error: unknown) => {
    if (error instanceof UnsupportedError) return Number.NaN
    throw error
  })
}
