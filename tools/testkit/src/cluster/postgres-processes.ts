import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UnsupportedError } from '../errors'

/** Sends a signal to the postmaster and all its children, so that none of them can react to it. */
export async function signalPostgres(postmaster: number, signal: NodeJS.Signals): Promise<void> {
  const children = await readChildren(postmaster)
  for (const pid of [postmaster, ...children]) signalIfRunning(pid, signal)
}

async function readChildren(parent: number): Promise<number[]> {
  const listed = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']).catch(
    (error: NodeJS.ErrnoException) => {
      // Unsupported only if ps does not exist; any other error is a failure.
      if (error.code !== 'ENOENT') throw error
      throw new UnsupportedError('The fault needs ps to find the processes of PostgreSQL.')
    },
  )
  const pairs = listed.stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
}

/** Sends a signal to a process that may have ended. */
export function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // ESRCH: the process has already ended. Any other error means that it did not get the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
