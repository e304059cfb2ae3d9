import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot } from '@stockie/contracts'
import { call } from '#src/call'
import { openClients } from '#src/clients/open-clients'
import type { Fault } from '#src/fault'
import { createJudge } from '#src/judge/create-judge'
import { openSession } from '#src/open-session'
import { quietPort } from '#src/quiet-port'
import type { Round } from '#src/round'
import { startApi } from '#src/start-api'
import { until } from '#src/until'
import { watchLateness } from '#src/watch-lateness'
import { readFootprint } from './footprint'
import { hold, locks, type Lock } from './locks'
import { namesOfLeft } from './names-of-left'

/** Whoever cannot be served is told so within this, on a machine that is not late with everything. */
const limit = 3_000
const minute = 60_000
/** Longer than anybody is let wait. */
const shortHold = 3_300

/** Somebody at a console holds what everybody needs, and those who wait for it fill the pool. */
export const locksAndPool: Fault = {
  name: 'locks-and-pool',
  rounds: { short: 1, long: 3 },
  async open(ground) {
    const shop = await ground.openShop()
    const port = await quietPort()
    const api = await startApi(ground, shop, { env: { METRICS_PORT: String(port) } })
    const { origin, headers } = api
    const clients = await openClients(ground, shop, { origins: [origin], headers })
    const console = await openSession(shop.url)
    ground.onEnd(console.close)
    const judge = createJudge(shop)
    const metrics = `http://127.0.0.1:${port}/metrics`
    const look = () => readFootprint({ shop, metrics, pid: api.pid() })
    const write = () =>
      call(`${origin}${apiRoot}/sales/bulk`, { method: 'DELETE', headers, body: { ids: [1] } })
    const before = await look()

    /** What a write was told meanwhile and what the clients were, and how long these were not served after it. */
    async function play(round: Round, lock: Lock) {
      clients.begin(round)
      await clients.hear(50)
      ground.progress(`holding ${lock}`)
      await hold(console, lock)
      const [told] = await Promise.all([
        write().catch(() => null),
        wait(ground.long ? minute : shortHold),
      ])
      await console.run('rollback')
      const freed = performance.now()
      await clients.hear(50)
      const recovery = performance.now() - freed
      return { told, recovery, journal: await clients.finish() }
    }

    return async (round) => {
      const unkept: string[] = []
      const lock = locks[round.random.int(0, locks.length - 1)] ?? 'every product'
      const { result, lateness } = await watchLateness(api, () => play(round, lock))
      const { told, recovery, journal } = result
      const isTold = told?.status === 503 && Number(told.headers.get('retry-after')) > 0
      if (!isTold)
        unkept.push(`while ${lock} was held a write was answered with ${told?.status ?? 'nothing'}`)
      const longest = Math.max(told?.took ?? 0, journal.longestWait)
      if (longest > limit + lateness) {
        unkept.push(`somebody waited ${Math.round(longest)} ms for an answer`)
      }
      const found = await judge(journal, round)
      const nothingLeft = async () => namesOfLeft(before, await look()).length === 0
      await until('nothing is left', nothingLeft).catch(() => {})
      unkept.push(...namesOfLeft(before, await look()))
      return {
        ...found,
        unkept: [...found.unkept, ...unkept],
        longest: {
          ...found.longest,
          'of a plain /livez': lateness,
          'slowest recovery once it is free': recovery,
        },
      }
    }
  },
}
