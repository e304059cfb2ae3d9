import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot } from '@stockie/contracts'
import { freePort } from '@stockie/testkit/free-port'
import { until } from '@stockie/testkit/polling'
import pg from 'pg'
import { call, type Called } from '#src/api-call'
import { startApi } from '#src/api-process'
import { type Clients, openClients } from '#src/clients/clients'
import { type ConsoleSession, openConsoleSession } from '#src/console-session'
import { type Fault, type Found, type Round, sumFindings } from '#src/fault'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'
import { openLatenessWatch } from '#src/lateness-watch'
import { describeLeaks, readFootprint } from './pool-footprint'

/** What somebody at a console might hold: the rows of all that is sold, whole tables, and all accounts. */
const statements = {
  'every product': 'select from products for update',
  'sales, purchases and products': 'lock table sales, purchases, products in access exclusive mode',
  'all accounts': 'lock table users in access exclusive mode',
} as const satisfies Record<string, string>

type Lock = keyof typeof statements

const locks = Object.keys(statements) as Lock[]

/** Takes it among those who write. Who meets one of them in a circle is the one to give in, now and then. */
async function hold(console: ConsoleSession, lock: Lock): Promise<void> {
  for (;;) {
    try {
      await console.run(`begin; ${statements[lock]}`)
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '40P01')) throw error
      await console.run('rollback')
    }
  }
}

/** A round of its own for each lock, with marks and edits that no other has. */
function roundOfLock(round: Round, lock: Lock): Round {
  const part = locks.indexOf(lock) + 1
  const number = (round.number - 1) * locks.length + part
  return { ...round, number, seed: round.seed + part, mark: `${round.mark}-${part}` }
}

type Options = {
  clients: Clients
  console: ConsoleSession
  /** One write that needs what is held, asked for once. */
  write: () => Promise<Called>
  /** Milliseconds that it is held. */
  time: number
}

/** What a write was told meanwhile and what the clients were, and how long these were not served after it. */
async function meetLock({ clients, console, write, time }: Options, round: Round, lock: Lock) {
  clients.begin(round)
  await clients.hear(50)
  await hold(console, lock)
  const [told] = await Promise.all([write().catch(() => null), wait(time)])
  await console.run('rollback')
  const freed = performance.now()
  await clients.hear(50)
  const recovery = performance.now() - freed
  return { told, recovery, journal: await clients.finish() }
}

/** Whoever cannot be served is told so within this, on a machine that is not late with everything. */
const limit = 3_000
/** A minute, and longer than anybody is let wait. */
const held = { long: 60_000, short: 3_300 }

/** Somebody at a console holds what everybody needs, and those who wait for it fill the pool. */
export const locksAndPool: Fault = {
  name: 'locks-and-pool',
  // The long one holds each of the locks.
  rounds: { short: 1, long: 1 },
  async open(ground) {
    const shop = await ground.openShop()
    const port = await freePort()
    const api = await startApi(ground, shop, { env: { METRICS_PORT: String(port) } })
    const { origin, headers } = api
    const clients = await openClients(ground, shop, { origins: [origin], headers })
    const console = await openConsoleSession(shop.url)
    ground.onEnd(console.close)
    const watch = await openLatenessWatch(ground, api)
    const judge = createJudge(shop)
    const metrics = `http://127.0.0.1:${port}/metrics`
    const look = () => readFootprint({ shop, metrics, pid: api.pid() })
    const write = () =>
      call(`${origin}${apiRoot}/sales/bulk`, { method: 'DELETE', headers, body: { ids: [1] } })
    const time = held[ground.long ? 'long' : 'short']
    const before = await look()

    async function play(round: Round, lock: Lock): Promise<Found> {
      ground.progress(`holding ${lock}`)
      const { result, livez, lateness } = await watch(() =>
        meetLock({ clients, console, write, time }, round, lock),
      )
      const { told, recovery, journal } = result
      const unkept: string[] = []
      const isTold = told?.status === 503 && Number(told.headers.get('retry-after')) > 0
      if (!isTold)
        unkept.push(`while ${lock} was held a write was answered with ${told?.status ?? 'nothing'}`)
      const longest = Math.max(told?.took ?? 0, journal.longestWait, livez)
      const waited = `while ${lock} was held somebody waited ${Math.round(longest)} ms`
      if (longest > limit + lateness) unkept.push(waited)
      const isExcused = longest > limit && longest <= limit + lateness
      const excuse = `${waited}, on a machine ${Math.round(lateness)} ms late with everything.`
      const found = judgeLongestWrite(await judge(journal, round), journal, { away: time })
      const nothingLeft = async () => describeLeaks(before, await look()).length === 0
      await until('nothing is left', nothingLeft).catch(() => {})
      unkept.push(...describeLeaks(before, await look()))
      return {
        ...found,
        unkept: [...found.unkept, ...unkept],
        longest: {
          ...found.longest,
          'of a plain /livez': livez,
          'lateness of the machine': lateness,
          'slowest recovery once it is free': recovery,
        },
        remarks: isExcused ? [excuse] : [],
      }
    }

    return async (round) => {
      const drawn = locks[round.random.int(0, locks.length - 1)] ?? 'every product'
      const found: Found[] = []
      for (const lock of ground.long ? locks : [drawn]) {
        found.push(await play(roundOfLock(round, lock), lock))
      }
      return sumFindings(found)
    }
  },
}
