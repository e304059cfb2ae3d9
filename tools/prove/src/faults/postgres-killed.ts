import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UnsupportedError } from '@stockie/testkit/errors'
import { until } from '@stockie/testkit/polling'
import { isReady, restartIfEnded } from '#src/api-process'
import type { Fault } from '#src/fault'
import { openShopWithClients } from '#src/fault-context'
import { judgeLongestWrite } from '#src/judge/judge'

/** Kills the server's first process and all that it has started, before any of them can say a word. */
async function killPostgres(postmaster: number): Promise<void> {
  const children = await readChildren(postmaster)
  for (const pid of [postmaster, ...children]) killIfThere(pid)
}

async function readChildren(parent: number): Promise<number[]> {
  const listed = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']).catch(
    (error: NodeJS.ErrnoException) => {
      // One that is there and fails has failed.
      if (error.code !== 'ENOENT') throw error
      throw new UnsupportedError('Which processes are PostgreSQL is read with ps.')
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

/** What the API may take, once PostgreSQL answers: to be ready, and to have done a write of somebody's. */
const limit = 5_000

/** PostgreSQL killed with all its processes; what watches over it starts it again, and nobody touches the API. */
export const postgresKilled: Fault = {
  name: 'postgres-killed',
  // Of the long form's rounds each is good for 1,800 to 3,000 writes.
  rounds: { short: 2, long: 50 },
  atLeast: 100_000,
  async open(ground) {
    const { shop, api, clients, judge } = await openShopWithClients(ground)
    return async (round) => {
      clients.begin(round)
      await clients.hear(ground.long ? round.random.int(1_600, 2_800) : round.random.int(50, 300))
      const killed = performance.now()
      const first = await ground.postgres.postmaster()
      await killPostgres(first)
      // Another one: a kill that nobody has died of is no harm.
      await until('another PostgreSQL is there', async () => {
        await shop.query('select')
        return (await ground.postgres.postmaster()) !== first
      })
      const back = performance.now()
      const hasEnded = () => api.ended() !== undefined
      await until('the API is ready again', async () => hasEnded() || isReady(api))
      const ready = performance.now() - back
      const ended = await restartIfEnded(api)
      await clients.hear(1)
      const served = performance.now() - back
      await clients.hear(ground.long ? 200 : 50)
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal, { away: back - killed })
      const late = `the first write was done ${Math.round(served)} ms after PostgreSQL was back`
      return {
        ...found,
        unkept: [...ended, ...(served > limit ? [late] : []), ...found.unkept],
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
