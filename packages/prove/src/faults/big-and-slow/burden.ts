import { setTimeout as wait } from 'node:timers/promises'
import type { Clients } from '#src/clients/open-clients'
import type { Ground } from '#src/ground'
import { isReady } from '#src/is-ready'
import type { Api } from '#src/start-api'
import { until } from '#src/until'
import { openCallers } from './open-callers'
import { refusalsOf } from './refusals-of'
import { turnedAway } from './turned-away'
import { megabytes, uploads } from './upload'

const idle = 2_000
/** What all of it together may cost, as a share of the bodies that are sent: whoever keeps them needs all of it. */
const mostKept = 0.9
/** The longest that a body may take, a minute, and a look at it every 5 s. */
const untilCutOff = 70_000

type Options = { ground: Ground; api: Api; clients: Clients }

/** All of them at once beside the clients, and what was wrong then. */
export async function burden({ ground, api, clients }: Options): Promise<string[]> {
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
  const away = turnedAway(callers.refused, await isReady(api))
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
    ...refusalsOf(told, ground.long ? idle : null),
    ...(isThere ? [] : ['the API was not ready beside them']),
    ...(more < mostMemory ? [] : [`it took ${Math.round(more / 1e6)} MB of memory more`]),
  ]
}
