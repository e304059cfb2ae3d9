import { apiRoot } from '@stockie/contracts'
import { freePort } from '@stockie/stage/free-port'
import { addUp } from '#src/add-up'
import { call } from '#src/call'
import { openClients } from '#src/clients/open-clients'
import type { Fault, Found } from '#src/fault'
import { holdWrites } from '#src/hold-writes'
import { createJudge } from '#src/judge/create-judge'
import { openSession } from '#src/open-session'
import { openWatch } from '#src/open-watch'
import type { Round } from '#src/round'
import { startApi } from '#src/start-api'
import { until } from '#src/until'
import { readFootprint } from './footprint'
import { locks, type Lock } from './locks'
import { meetLock } from './meet-lock'
import { namesOfLeft } from './names-of-left'
import { partOf } from './part-of'

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
    const console = await openSession(shop.url)
    ground.onEnd(console.close)
    const watch = await openWatch(ground, api)
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
      const found = holdWrites(await judge(journal, round), journal, { away: time })
      const nothingLeft = async () => namesOfLeft(before, await look()).length === 0
      await until('nothing is left', nothingLeft).catch(() => {})
      unkept.push(...namesOfLeft(before, await look()))
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
        found.push(await play(partOf(round, lock), lock))
      }
      return addUp(found)
    }
  },
}
