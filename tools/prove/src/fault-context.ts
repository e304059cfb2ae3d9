import { freePort } from '@stockie/testkit/free-port'
import type { Shutdown } from '@stockie/testkit/cleanup'
import { openPostgres } from '@stockie/testkit/postgres-server'
import { createShopDatabases, type ShopDatabase } from '@stockie/testkit/shop-databases'
import { startClients } from '#src/clients/clients'
import { createJudge } from '#src/judge/judge'
import { startApi } from './api-process'
import type { FaultContext } from './fault'

/** Enough products for fifty clients to sell different ones, and few enough that they also collide. */
const sizes = { shop: { profile: 'bench', sales: 500, products: 120 } } as const

/** Returns a function that opens a new small shop on the server with each call. */
export function createSmallShops(
  server: string,
  progress: (text: string) => void,
): () => Promise<ShopDatabase> {
  const openShop = createShopDatabases({ server, sizes, progress })
  return () => openShop('shop')
}

type Options = { long: boolean; progress: (text: string) => void; shutdown: Shutdown }

/** Opens a PostgreSQL for these faults alone, because some of them kill it. */
export async function openFaultContext({
  long,
  progress,
  shutdown,
}: Options): Promise<FaultContext> {
  // A random port: while PostgreSQL is down, another server must not take its default one.
  const port = await freePort()
  const postgres = await openPostgres({ name: 'prove', port, progress, shutdown })
  return {
    folder: postgres.folder,
    onEnd: shutdown.onEnd,
    onExit: shutdown.onExit,
    long,
    postgres,
    openShop: createSmallShops(postgres.url, progress),
    progress,
  }
}

/** Opens a small shop with one API, fifty clients that have not started yet, and a judge. */
export async function openShopWithClients(context: FaultContext) {
  const shop = await context.openShop()
  const api = await startApi(context, shop)
  const clients = await startClients(context, shop, { origins: [api.origin], headers: api.headers })
  return { shop, api, clients, judge: createJudge(shop) }
}
