import { openApiProxy } from '@stockie/testkit/cluster/api-proxy'
import { type Api, startApis } from '#src/api-process'
import { startClients } from '#src/clients/clients'
import type { FaultContext, Round } from '#src/fault'
import { createJudge } from '#src/judge/judge'

export type ProxiedApis = Awaited<ReturnType<typeof openProxiedApis>>

/** Opens a small shop with three APIs behind HAProxy, and clients that know only HAProxy. */
export async function openProxiedApis(context: FaultContext) {
  const shop = await context.openShop()
  // The shop has the accounts of the demo, and a start behind a proxy asks whether they are wanted.
  const env = { TRUST_PROXY: '1', STOCKIE_SEED: 'demo' }
  const apis = await startApis(context, shop, { count: 3, env })
  const { origin, awaitAllUp } = await openApiProxy(context, apis)
  const clients = await startClients(context, shop, {
    origins: [origin],
    headers: apis[0]?.headers ?? {},
  })
  return { shop, apis, clients, awaitAllUp, judge: createJudge(shop) }
}

/**
 * Stops the APIs one after the other, and starts each again before the next one. Returns the broken promises: no client
 * may notice.
 */
export async function replaceInTurn(
  { apis, clients, awaitAllUp }: ProxiedApis,
  { random }: Round,
  startAgain: (api: Api) => Promise<void> = (api) => api.start(),
): Promise<string[]> {
  const brokenPromises: string[] = []
  for (const api of apis) {
    await clients.awaitWrites(random.int(50, 300))
    const exit = await api.end('SIGTERM')
    if (exit !== 0) brokenPromises.push(`an API ended with ${exit} and not with 0`)
    await clients.awaitWrites(random.int(50, 300))
    await startAgain(api)
    await awaitAllUp()
  }
  await clients.awaitWrites(50)
  return brokenPromises
}
