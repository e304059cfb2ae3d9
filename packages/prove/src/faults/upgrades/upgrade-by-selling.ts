import type { Database } from '@stockie/stage/database'
import type { Found } from '#src/fault'
import type { Ground } from '#src/ground'
import { openClients } from '#src/clients/open-clients'
import { holdWrites } from '#src/hold-writes'
import { createJudge } from '#src/judge/create-judge'
import { findBroken } from '#src/judge/find-broken'
import type { Round } from '#src/round'
import { startApi } from '#src/start-api'
import { findChanged, readOldShop } from './read-old-shop'

type Options = {
  shop: Database
  round: Round
  from: string
  env: Record<string, string>
}

/** Today's program starts on it, which changes nothing that its owner knows; then the shop goes on. */
export async function upgradeBySelling(
  ground: Ground,
  { shop, round, from, env }: Options,
): Promise<Found> {
  const before = await readOldShop(shop)
  const api = await startApi(ground, shop, { env })
  const lost = findChanged(before, await readOldShop(shop)).map((row) => `from ${from}: ${row}`)
  const broken = await findBroken(shop)
  const part = { ...round, mark: `${round.mark}-${from}` }
  const clients = await openClients(ground, shop, {
    origins: [api.origin],
    headers: api.headers,
    amount: 10,
  })
  const judge = createJudge(shop)
  clients.begin(part)
  await clients.hear(30)
  const journal = await clients.finish()
  clients.close()
  const sold = holdWrites(await judge(journal, part), journal)
  const changed = findChanged(before, await readOldShop(shop)).filter(
    (row) => !row.startsWith('products'),
  )
  const how = await api.end('SIGTERM')
  return {
    ...sold,
    acknowledged:
      sold.acknowledged +
      (before.get('sales')?.length ?? 0) +
      (before.get('purchases')?.length ?? 0),
    lost: [...lost, ...sold.lost, ...changed],
    broken: [...broken, ...sold.broken].map((view) => `from ${from}: ${view}`),
    unkept: [...sold.unkept, ...(how === 0 ? [] : [`the program ended with ${how}`])],
  }
}
