import { execFileSync } from 'node:child_process'
import { UnsupportedError } from './errors'

/** Sends a signal to the postmaster and all its children, so that none of them can react to it. */
export function signalPostgres(postmaster: number, signal: NodeJS.Signals): void {
  for (const pid of [postmaster, ...readChildren(postmaster)]) signalIfRunning(pid, signal)
}

function readChildren(parent: number): number[] {
  const pairs = listProcesses()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
}

function listProcesses(): string {
  try {
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  } catch (error) {
    // Unsupported only if ps does not exist; any other error is a failure.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new UnsupportedError('The processes of PostgreSQL can be found only with ps.')
  }
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // ESRCH: the process has already ended. Any other error means that it did not get the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
