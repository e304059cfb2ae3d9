import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { waitUntil } from '@stockie/testkit/polling'
import type { Bench } from '#src/bench'

const postmasterFile = (home: string) => path.join(home, 'postgres', 'postmaster.pid')

export async function waitForDatabaseEnd(home: string): Promise<void> {
  const read = () => readFile(postmasterFile(home), 'utf8').catch(() => '')
  await waitUntil('the database has stopped', async () => (await read()) === '')
}

/** PostgreSQL runs in a process group of its own, so it would outlive a failed or an interrupted bench. */
export function killDatabaseAtEnd({ onEnd, onExit }: Bench, home: string): void {
  const kill = () => {
    try {
      process.kill(Number.parseInt(readFileSync(postmasterFile(home), 'utf8'), 10), 'SIGQUIT')
    } catch {
      // It does not run.
    }
  }
  onExit(kill)
  onEnd(kill)
}
