import { readFile } from 'node:fs/promises'

/**
 * Bytes that all of a PostgreSQL's processes have in memory, by its first one: what they share, its buffers above all,
 * counts once (PSS). Undefined where /proc does not tell, as Linux does.
 */
export async function readPostgresMemory(postmaster: number): Promise<number | undefined> {
  const own = await readPss(postmaster)
  const children = await read(`/proc/${postmaster}/task/${postmaster}/children`)
  if (own === undefined || children === undefined) return undefined
  const pids = children.split(' ').filter((pid) => pid.trim() !== '')
  const sizes = await Promise.all(pids.map(readPss))
  // One that has ended meanwhile has nothing any more.
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), own)
}

async function readPss(pid: number | string): Promise<number | undefined> {
  const kilobytes = /^Pss: +(\d+) kB$/m.exec((await read(`/proc/${pid}/smaps_rollup`)) ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

const read = (file: string) => readFile(file, 'utf8').catch(() => undefined)
