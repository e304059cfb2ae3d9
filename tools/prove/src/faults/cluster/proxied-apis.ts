import { randomBytes } from 'node:crypto'
import { type Api, startApi } from '#src/api-process'
import { startClients } from '#src/clients/clients'
import { openApiProxy } from '@stockie/testkit/cluster/api-proxy'
import type { FaultContext } from '#src/fault'
import { createJudge } from '#src/judge/judge'

const apiCount = 3

/** Opens a small shop with three APIs behind HAProxy, and clients that know only HAProxy. */
export async function openProxiedApis(context: FaultContext) {
  const shop = await context.openShop()
  const secret = randomBytes(32).toString('hex')
  // The shop has the accounts of the demo, and a start behind a proxy asks whether they are wanted.
  const env = { TRUST_PROXY: '1', STOCKIE_SEED: 'demo' }
  const apis: Api[] = []
  while (apis.length < apiCount) {
    context.progress(`starting API ${apis.length + 1} of ${apiCount}`)
    apis.push(await startApi(context, shop, { secret, env }))
  }
  const proxy = await openApiProxy(context, apis)
  const clients = await startClients(context, shop, {
    origins: [proxy],
    headers: apis[0]?.headers ?? {},
  })
  return { shop, apis, clients, judge: createJudge(shop) }
}
