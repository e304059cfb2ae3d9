import { readFile } from 'node:fs/promises'

/**
 * Bytes that all of a PostgreSQL's processes have in memory, by its first one: what they share, its buffers above all,
 * counts once (PSS). Undefined where /proc does not tell, as Linux does, or not of all of them.
 */
export async function readPostgresMemory(postmaster: number): Promise<number | undefined> {
  const children = await read(`/proc/${postmaster}/task/${postmaster}/children`)
  const pids = (children ?? '').split(' ').filter((pid) => pid.trim() !== '')
  const [own, ...sizes] = await Promise.all([postmaster, ...pids].map(readPss))
  // The first one has not ended: where it has nothing there is no /proc.
  if (!children || !own) return undefined
  let all = own
  for (const size of sizes) {
    if (size === undefined) return undefined
    all += size
  }
  return all
}

/** Nothing where it has ended meanwhile; undefined where it may not be read. */
async function readPss(pid: number | string): Promise<number | undefined> {
  const told = await read(`/proc/${pid}/smaps_rollup`)
  if (told === '') return 0
  const kilobytes = /^Pss: +(\d+) kB$/m.exec(told ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** How the system says that there is no such process, before and after the file of it was opened. */
const ended = ['ENOENT', 'ESRCH']

/** Empty where it has ended, undefined where it may not be read. */
const read = (file: string) =>
  readFile(file, 'utf8').catch(({ code = '' }: NodeJS.ErrnoException) =>
    ended.includes(code) ? '' : undefined,
  )
