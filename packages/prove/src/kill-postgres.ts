import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { NotHere } from '@stockie/stage/not-here'

/** Kills the server's first process and all that it has started, before any of them can say a word. */
export async function killPostgres(postmaster: number): Promise<void> {
  const children = await readChildren(postmaster)
  for (const pid of [postmaster, ...children]) killIfThere(pid)
}

async function readChildren(parent: number): Promise<number[]> {
  const listed = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']).catch(
    (error: NodeJS.ErrnoException) => {
      // One that is there and fails has failed.
      if (error.code !== 'ENOENT') throw error
      throw new NotHere('Which processes are PostgreSQL is read with ps.')
    },
  )
  const pairs = listed.stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // Some end by themselves within the moment. One that may not be killed has come to no harm.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
