import { freePort } from '@stockie/testkit/free-port'
import type { Shutdown } from '@stockie/testkit/cleanup'
import { openPostgres } from '@stockie/testkit/postgres-server'
import { createShopDatabases, type ShopDatabase } from '@stockie/testkit/shop-databases'
import { openClients } from '#src/clients/clients'
import { createJudge } from '#src/judge/judge'
import { startApi } from './api-process'
import type { FaultContext } from './fault'

/** Enough that fifty clients sell different things, and the same ones too. */
const sizes = { shop: { profile: 'bench', sales: 500, products: 120 } } as const

/** Small shops on a server, as many as are asked for. */
export function createSmallShops(
  server: string,
  progress: (text: string) => void,
): () => Promise<ShopDatabase> {
  const open = createShopDatabases({ server, sizes, progress })
  return () => open('shop')
}

type Options = { long: boolean; progress: (text: string) => void; ending: Shutdown }

/** A PostgreSQL that nobody else works with: it will be killed. */
export async function openFaultContext({ long, progress, ending }: Options): Promise<FaultContext> {
  // Nobody else's first choice either: it is away for a while when it was killed.
  const port = await freePort()
  const postgres = await openPostgres({ name: 'prove', port, progress, ending })
  return {
    folder: postgres.folder,
    onEnd: ending.beforeThat,
    atOnce: ending.atOnce,
    long,
    postgres,
    openShop: createSmallShops(postgres.url, progress),
    progress,
  }
}

/** A small shop, the one API that serves it, fifty clients who have not begun, and who judges them. */
export async function openShopWithClients(ground: FaultContext) {
  const shop = await ground.openShop()
  const api = await startApi(ground, shop)
  const clients = await openClients(ground, shop, { origins: [api.origin], headers: api.headers })
  return { shop, api, clients, judge: createJudge(shop) }
}
