import type { Sale } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createReturnClient } from '#test/support/return-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

type ReturnClient = ReturnType<typeof createReturnClient>

/** A new shop for each test, and a sale whose items come back. Call it at the top of a test file. */
export function openReturnShop(
  sell: (client: ReturnClient, products: TestShop['products']) => Promise<Sale>,
) {
  let api: TestApi
  let shop: TestShop
  let client: ReturnClient
  let sale: Sale
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())
  beforeEach(async () => {
    shop = await openTestShop(api)
    client = createReturnClient(api, shop)
    sale = await sell(client, shop.products)
  })
  return { api: () => api, shop: () => shop, client: () => client, sale: () => sale }
}

/** Three teas at $3 and two bags of rice at $5, $19 less $1 discount plus $2 shipping. */
export function sellTeaAndRice(client: ReturnClient, [tea, rice]: TestShop['products']) {
  const lines = [
    { productId: tea, price: 3, quantity: 3 },
    { productId: rice, price: 5, quantity: 2 },
  ]
  return client.sell(lines, { discount: 1, shippingFees: 2 })
}
