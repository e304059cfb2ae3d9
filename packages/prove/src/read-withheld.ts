import { readFile } from 'node:fs/promises'

/**
 * For how many milliseconds a process was ready to go on and had no processor, since its start, as Linux counts that
 * for its first thread: the machine's doing, whatever the process does. Always 0 where nobody counts.
 */
export async function readWithheld(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')
  const [, nanoseconds = 0] = told.split(' ').map(Number)
  return nanoseconds / 1e6
}
