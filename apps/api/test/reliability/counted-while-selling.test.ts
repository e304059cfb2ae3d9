import { expect, onTestFinished, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { createCountClient } from '#test/support/count-client'
import { withClient } from '#test/support/database/database-server'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

/** In each round a till sells one to three of every product, in another order than the others. */
const day = '2026-11-27'
const clients = 20
const rounds = 4

test('beside 20 selling clients the stock becomes what was counted plus what has moved since @long', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const { sell, buy } = createShopClient(api, shop)
  await buy(
    day,
    shop.products.map((productId) => ({ productId, price: 2, quantity: 500 })),
  )
  const counts = createCountClient(api, shop)
  const id = await counts.open()
  const sold = new Map<number, number>()
  /** How many pieces of each product are not on the shelf. */
  const missing = [7, -3, 0]

  async function sellOn(client: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const lines = shop.products.map((productId, index) => ({
        productId,
        quantity: ((client + round + index) % 3) + 1,
      }))
      await sell(day, client % 2 === 0 ? lines : lines.toReversed())
      for (const { productId, quantity } of lines) {
        sold.set(productId, (sold.get(productId) ?? 0) + quantity)
      }
    }
  }

  /** Counts each product as if the missing pieces were not there at that moment. */
  async function countAll(): Promise<void> {
    for (const [index, productId] of shop.products.entries()) {
      // Only the database knows the stock of the moment, so the number is corrected afterwards by its own answer.
      const { body } = await counts.enter(id, productId, { counted: 1000 })
      const expected = Number(Object(body).expected)
      await api.pool.query(
        'update stock_count_products set counted = $3 where count_id = $1 and product_id = $2',
        [id, productId, expected - (missing[index] ?? 0)],
      )
    }
    expect((await counts.step(id, 'finish')).status).toBe(200)
    const posted = await Promise.all([1, 2, 3].map(() => counts.step(id, 'post')))
    expect(posted.map(({ status }) => status)).toEqual([200, 200, 200])
  }

  const tills = Array.from({ length: clients }, (_, client) => sellOn(client))
  await Promise.all([...tills, countAll()])
  const stock = await shop.stock()
  for (const [index, productId] of shop.products.entries()) {
    expect(stock[productId]).toBe(600 - (sold.get(productId) ?? 0) - (missing[index] ?? 0))
  }
  await Promise.all([1, 2].map(() => counts.step(id, 'undo')))
  for (const productId of shop.products) {
    expect((await shop.stock())[productId]).toBe(600 - (sold.get(productId) ?? 0))
  }
  expect(await withClient(api.databaseProxy.url, readBrokenInvariants)).toEqual([])
})
