import { setTimeout as wait } from 'node:timers/promises'
import { until } from '@stockie/testkit/polling'
import { type Api, isReady, restartIfEnded, unlessApiEnds } from '#src/api-process'
import type { Clients } from '#src/clients/clients'
import type { Fault, FaultContext } from '#src/fault'
import { openShopWithClients } from '#src/fault-context'
import { judgeLongestWrite } from '#src/judge/judge'
import { describeRefusedConnections, describeWrongAnswers, openCallers } from './bad-callers'
import { megabytes, uploads } from './big-uploads'

const idle = 2_000
/** What all of it together may cost, as a share of the bodies that are sent: whoever keeps them needs all of it. */
const mostKept = 0.9
/** The longest that a body may take, a minute, and a look at it every 5 s. */
const untilCutOff = 70_000

type Options = { ground: FaultContext; api: Api; clients: Clients }

/** All of them at once beside the clients, and what was wrong then. */
async function runBadCallers({ ground, api, clients }: Options): Promise<string[]> {
  // In front of Express and behind it; those of each are alike.
  const big = ground.long ? uploads : uploads.slice(0, 4)
  const mostMemory = mostKept * big.length * megabytes * 1024 * 1024
  const before = await api.memory()
  ground.progress(`${idle} idle connections, slow ones and big ones`)
  const callers = await openCallers(ground, {
    port: Number(new URL(api.origin).port),
    idle,
    authorization: api.headers.authorization,
    uploads: big,
  })
  const away = describeRefusedConnections(callers.refused, await isReady(api))
  await clients.hear(200)
  let told = await callers.tell()
  let most = before
  await until('each that sent 20 MB has its answer', async () => {
    most = Math.max(most, await api.memory())
    told = await callers.tell()
    return Object.keys(told.uploads).length === big.length
  })
  const more = Math.max(most, await api.memory()) - before
  if (ground.long) {
    ground.progress('waiting until all that are slow are cut off')
    await wait(untilCutOff)
    told = await callers.tell()
  }
  const isThere = await isReady(api)
  callers.end()
  return [
    ...away,
    ...describeWrongAnswers(told, ground.long ? idle : null),
    ...(isThere ? [] : ['the API was not ready beside them']),
    ...(more < mostMemory ? [] : [`it took ${Math.round(more / 1e6)} MB of memory more`]),
  ]
}

/** 20 MB at once, a byte a second, and connections that say nothing, while others sell. */
export const bigAndSlow: Fault = {
  name: 'big-and-slow',
  rounds: { short: 1, long: 1 },
  async open(ground) {
    const { api, clients, judge } = await openShopWithClients(ground)
    return async (round) => {
      clients.begin(round)
      // Warm: what it takes to serve them is there.
      await clients.hear(200)
      const wrong = await unlessApiEnds(api, runBadCallers({ ground, api, clients }))
      const ended = await restartIfEnded(api)
      await clients.hear(50)
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal)
      return { ...found, unkept: [...ended, ...(wrong ?? []), ...found.unkept] }
    }
  },
}
