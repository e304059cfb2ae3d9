import { expect, onTestFinished, test } from 'vitest'
import type { ChangeLimits } from '#src/http/endpoints/change-budget'
import { createReturnClient } from '#test/support/return-client'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

async function startShop(changeLimits: ChangeLimits) {
  const api = await startTestApi({ changeLimits })
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const { sell, remove } = createShopClient(api, shop)
  /** Unlike the table, the sequence also counts movements that were rolled back. */
  const writtenMovements = async () =>
    (
      await api.pool.query<{ last: number }>(
        'select last_value as last from stock_movements_id_seq',
      )
    ).rows[0]?.last ?? 0
  return { api, shop, sell, remove, writtenMovements }
}

// @holds asvs 2.4.1
test('an account that deletes and restores in a loop gets 429, stores nothing more, and does not limit other accounts', async () => {
  const { api, shop, sell } = await startShop({ burst: 9, perHour: 1 })
  const [tea, rice] = shop.products
  const sale = await sell('2026-11-21', [{ productId: tea }, { productId: rice }])
  const { token } = shop
  const ids = [sale]
  const movements = async () =>
    (await api.pool.query('select count(*) from stock_movements')).rows[0]
  const removeOne = () => api.call(`/sales/${sale}`, { method: 'DELETE', token })
  const removeMany = (body: unknown) => api.call('/sales/bulk', { method: 'DELETE', token, body })
  const restore = (as = token) => api.call('/sales/restore', { token: as, body: { ids } })

  // Each writes three rows: the sale and two movements. A repetition writes none.
  expect((await removeOne()).status).toBe(204)
  expect((await removeOne()).status).toBe(404)
  expect((await restore()).body).toEqual({ count: 1 })
  expect((await restore()).body).toEqual({ count: 0 })
  expect((await removeMany({ ids })).body).toMatchObject({ count: 1 })

  const before = await movements()
  for (const refuse of [restore, removeOne, () => removeMany({ ids })]) {
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

// @holds asvs 2.4.1
test('the returns of a sale cost their rows with it, before a deletion and after it', async () => {
  const { api, shop, remove } = await startShop({ burst: 20, perHour: 1 })
  const [tea, rice] = shop.products
  const { sell, takeBack, restore } = createReturnClient(api, shop)
  const lines = [tea, rice].map((productId) => ({ productId, price: 3, quantity: 2 }))
  const sale = await sell(lines)
  const both = [0, 1].map((line) => ({ line, quantity: 1 }))
  await takeBack(sale, both)
  await takeBack(
    sale,
    both.map((line) => ({ ...line, restock: false })),
  )
  const removeSale = async () => (await remove(`/sales/${sale.saleId}`)).status
  const restoreSale = async () => (await restore('sales', sale.saleId)).status

  // Each writes seven rows: the sale, its two movements, two returns, and two movements of the first of them.
  expect([await removeSale(), await restoreSale()]).toEqual([204, 200])
  expect(await removeSale()).toBe(429)
})

// @holds asvs 2.4.1
test('a deletion that PostgreSQL refuses costs the movements that it wrote, so a loop of them gets 429 @long', async () => {
  const { api, shop, sell, remove, writtenMovements } = await startShop({
    burst: 2_500,
    perHour: 1,
  })
  const { rows: products } = await api.pool.query<{ id: number }>(
    `insert into products (name, price, cost, category_id)
     select 'Tea ' || number, 1, 1, $1 from generate_series(1, 1000) as number returning id`,
    [shop.categoryId],
  )
  const sale = await sell(
    '2026-11-21',
    products.map(({ id }) => ({ productId: id, price: 1 })),
  )
  // The last product has as much stock as it may have, so the sale can return nothing to it.
  await api.pool.query(
    `insert into stock_movements (product_id, delta, reason, user_id) values ($1, $2, 'adjustment', $3)`,
    [Math.max(...products.map(({ id }) => id)), 2_000_000_001, shop.user.id],
  )
  const before = await writtenMovements()
  const statuses = []
  for (let time = 0; time < 4; time += 1) statuses.push((await remove(`/sales/${sale}`)).status)
  expect(statuses).toEqual([422, 422, 429, 429])
  // Each attempt numbers 999 movements twice, and the refused one once.
  expect(await writtenMovements()).toBe(before + 2 * 1_999)
})

test('each retry of a deletion costs its rows @long', async () => {
  const { api, shop, sell, remove, writtenMovements } = await startShop({ burst: 9, perHour: 1 })
  const [tea, rice] = shop.products
  const sale = await sell('2026-11-21', [{ productId: tea }, { productId: rice }])
  await api.pool.query(`
    create function raise_conflict() returns trigger language plpgsql as $$
    begin raise exception 'conflict' using errcode = '40001'; end $$;
    create trigger raise_conflict after insert on stock_movements
      for each statement execute function raise_conflict()`)
  const before = await writtenMovements()
  expect((await remove(`/sales/${sale}`)).status).toBe(429)
  // Three attempts with two movements each. PostgreSQL numbers a movement twice.
  expect(await writtenMovements()).toBe(before + 3 * 2 * 2)
})

test('a batch counts its records before they are restored, also if that fails @long', async () => {
  const { api, shop, sell } = await startShop({ burst: 20, perHour: 1 })
  const [tea] = shop.products
  const ids = [
    await sell('2026-11-21', [{ productId: tea }]),
    await sell('2026-11-21', [{ productId: tea }]),
    await sell('2026-11-21', [{ productId: tea }]),
  ]
  const { token } = shop
  const send = (path: string, method: string, body: object) =>
    api.call(path, { method, token, body })
  // Six rows: three sales and their movements.
  const { body: deleted } = await send('/sales/bulk', 'DELETE', { ids })
  const { batch } = Object(deleted)
  await api.pool.query(
    `insert into stock_movements (product_id, delta, reason, user_id)
     values ($1, -2000000100, 'adjustment', $2)`,
    [tea, shop.user.id],
  )
  // A restore that fails costs the same six rows.
  const statuses = []
  for (let time = 0; time < 3; time += 1) {
    statuses.push((await send('/sales/restore', 'POST', { batch })).status)
  }
  expect(statuses).toEqual([422, 422, 429])
  expect((await send('/sales/restore', 'POST', { batch: 'x' })).status).toBe(422)
})
