import { openClients } from './clients/open-clients'
import type { Ground } from './ground'
import { createJudge } from './judge/create-judge'
import { startApi } from './start-api'

/** A small shop, the one API that serves it, fifty clients who have not begun, and who judges them. */
export async function openCrowd(ground: Ground) {
  const shop = await ground.openShop()
  const api = await startApi(ground, shop)
  const clients = await openClients(ground, shop, { origins: [api.origin], headers: api.headers })
  return { shop, api, clients, judge: createJudge(shop) }
}
