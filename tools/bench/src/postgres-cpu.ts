import { readFile } from 'node:fs/promises'
import { UnsupportedError } from '@stockie/testkit/errors'
import type { Bench } from './bench'

const millisecondsATick = 10

/** Milliseconds of processor of the PostgreSQL server and of all that it ever started. */
export async function postgresCpu({ postmaster }: Pick<Bench, 'postmaster'>): Promise<number> {
  const children = await read(`/proc/${postmaster}/task/${postmaster}/children`)
  if (children === null) {
    throw new UnsupportedError('What PostgreSQL costs is read from /proc, as Linux has it.')
  }
  const running = [String(postmaster), ...children.trim().split(' ')]
  const times = await Promise.all(running.map(readOwn))
  return times.reduce((sum, time) => sum + time, 0) + (await readEnded(postmaster))
}

/** To the nanosecond: a read of a list takes less than a tick. */
async function readOwn(pid: string): Promise<number> {
  // Null where it has ended meanwhile: then its parent tells.
  const [nanoseconds = '0'] = ((await read(`/proc/${pid}/schedstat`)) ?? '').split(' ')
  return Number(nanoseconds) / 1e6
}

async function readEnded(pid: number): Promise<number> {
  const text = (await read(`/proc/${pid}/stat`)) ?? ''
  // After the name, which may hold anything: the state, …, and as 13th and 14th cutime and cstime.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0] = fields.slice(13).map(Number)
  return (user + system) * millisecondsATick
}

const read = (file: string) => readFile(file, 'utf8').catch(() => null)

/** For rows that show it and are not judged by it: not a number where it cannot be read. */
export async function postgresCpuIfKnown(bench: Pick<Bench, 'postmaster'>): Promise<number> {
  return postgresCpu(bench).catch((error: unknown) => {
    if (error instanceof UnsupportedError) return Number.NaN
    throw error
  })
}
