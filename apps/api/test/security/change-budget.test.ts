import { expect, onTestFinished, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

// @holds asvs 2.4.1
test('an account that deletes and restores in a loop gets 429, stores nothing more, and keeps nobody else from it', async () => {
  const api = await startTestApi({ changeLimits: { burst: 9, perHour: 1 } })
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const { sell } = createShopClient(api, shop)
  const [tea, rice] = shop.products
  const sale = await sell('2026-11-21', [{ productId: tea }, { productId: rice }])
  const { token } = shop
  const ids = [sale]
  const movements = async () =>
    (await api.pool.query('select count(*) from stock_movements')).rows[0]
  const remove = () => api.call(`/sales/${sale}`, { method: 'DELETE', token })
  const removeMany = (body: unknown) => api.call('/sales/bulk', { method: 'DELETE', token, body })
  const restore = (as = token) => api.call('/sales/restore', { token: as, body: { ids } })

  // Each writes three rows: the sale and two movements. A repetition writes none.
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await restore()).body).toEqual({ count: 1 })
  expect((await restore()).body).toEqual({ count: 0 })
  expect((await removeMany({ ids })).body).toEqual({ count: 1 })

  const before = await movements()
  for (const refuse of [restore, remove, () => removeMany({ ids })]) {
    const refused = await refuse()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.body).toMatchObject({
      detail: expect.stringContaining('You have deleted or restored too many records.'),
    })
  }
  // The refusal comes after 401, 403 and 422.
  expect((await removeMany({ ids: [] })).status).toBe(422)
  expect(await movements()).toEqual(before)

  const colleague = await createUser(api.pool)
  const other = api.tokens.sign({ userId: colleague.id, version: 0 })
  expect((await restore(other)).body).toEqual({ count: 1 })
})
