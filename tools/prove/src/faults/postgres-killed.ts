import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UnsupportedError } from '@stockie/testkit/errors'
import { waitUntil } from '@stockie/testkit/polling'
import { isReady, restartIfEnded } from '#src/api-process'
import type { Fault } from '#src/fault'
import { openShopWithClients } from '#src/fault-context'
import { judgeLongestWrite } from '#src/judge/judge'

/** Kills the postmaster and all its children, so that none of them can shut down in an orderly way. */
async function killPostgres(postmaster: number): Promise<void> {
  const children = await readChildren(postmaster)
  for (const pid of [postmaster, ...children]) killIfRunning(pid)
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

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // ESRCH: the process has already ended. Any other error means that it was not killed.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Time for the API to be ready and to finish a first write, once PostgreSQL answers. */
const limit = 5_000

/** Kills PostgreSQL with all its processes. Its supervisor restarts it; the API keeps running. */
export const postgresKilled: Fault = {
  name: 'postgres-killed',
  // Each round of the long form makes 1,800 to 3,000 writes.
  rounds: { short: 2, long: 50 },
  atLeast: 100_000,
  async open(context) {
    const { shop, api, clients, judge } = await openShopWithClients(context)
    return async (round) => {
      clients.start(round)
      await clients.awaitWrites(
        context.long ? round.random.int(1_600, 2_800) : round.random.int(50, 300),
      )
      const killed = performance.now()
      const first = await context.postgres.postmaster()
      await killPostgres(first)
      // Waits for a new postmaster: a kill that failed would prove nothing.
      await waitUntil('a new PostgreSQL answers', async () => {
        await shop.query('select')
        return (await context.postgres.postmaster()) !== first
      })
      const back = performance.now()
      const hasEnded = () => api.ended() !== undefined
      await waitUntil('the API is ready again', async () => hasEnded() || isReady(api))
      const ready = performance.now() - back
      const ended = await restartIfEnded(api)
      await clients.awaitWrites(1)
      const served = performance.now() - back
      await clients.awaitWrites(context.long ? 200 : 50)
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal, { away: back - killed })
      const late = `the first write succeeded ${Math.round(served)} ms after PostgreSQL was back`
      return {
        ...found,
        brokenPromises: [...ended, ...(served > limit ? [late] : []), ...found.brokenPromises],
        longest: {
          ...found.longest,
          'slowest recovery of PostgreSQL': back - killed,
          'slowest readiness of the API after it': ready,
          'slowest first write after it': served,
        },
      }
    }
  },
}
