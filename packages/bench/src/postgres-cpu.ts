import { readdir, readFile } from 'node:fs/promises'
import type { Bench } from './bench'
import { NotHere } from './not-here'

const millisecondsATick = 10

/** Milliseconds of processor of the PostgreSQL server and all that it ever started. */
export async function postgresCpu({ postmaster }: Pick<Bench, 'postmaster'>): Promise<number> {
  if (process.platform !== 'linux') {
    throw new NotHere('What PostgreSQL costs is read from /proc, which only Linux has.')
  }
  const processes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readTimes),
  )
  let ticks = 0
  for (const found of processes) {
    if (found?.pid === postmaster) ticks += found.own + found.ended
    else if (found?.parent === postmaster) ticks += found.own
  }
  return ticks * millisecondsATick
}

/** Of a process that has ended meanwhile its parent tells. */
async function readTimes(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // After the name, which may hold anything: state, parent, …, utime, stime, cutime, cstime.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0] = fields.slice(1)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return { pid: Number(pid), parent, own: user + system, ended: endedUser + endedSystem }
}
