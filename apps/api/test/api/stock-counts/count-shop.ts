import { onTestFinished } from 'vitest'
import { createCountClient } from '#test/support/count-client'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

/** A shop, and its owner who counts. */
export async function openCountShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const as = async (role: number) => {
    const { id } = await createUser(api.pool, role)
    return createCountClient(api, shop, api.tokens.sign({ userId: id, version: 0 }))
  }
  const [tea, rice, oil] = shop.products
  return {
    api,
    shop,
    as,
    tea,
    rice,
    oil,
    ...createShopClient(api, shop),
    counts: createCountClient(api, shop),
  }
}
