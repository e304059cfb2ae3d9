import { expect, onTestFinished, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

async function openShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  return { api, shop, ...createShopClient(api, shop) }
}

// @holds decision 8.5
test('the reconciliation is empty while every stock equals the sum of its ledger', async () => {
  const { shop, read, sell, buy, remove, restore } = await openShop()
  const [tea, rice] = shop.products
  const sale = await sell('2026-11-21', [{ productId: tea, quantity: 500 }, { productId: rice }])
  await buy('2026-11-21', [{ productId: rice, quantity: 3 }])
  await remove(`/sales/${sale}`)
  await restore('sales', [sale])
  expect(await read('/stock/reconcile')).toEqual([])
})

// @holds decision 8.5
test('the reconciliation finds changes past the ledger, also after an earlier request', async () => {
  const { api, shop, get, read } = await openShop()
  const [tea, rice, oil] = shop.products
  expect((await get('/stock/reconcile')).headers.get('etag')).toBeNull()
  // A superuser can switch the triggers off like this.
  await api.pool.query(`
    begin;
    set local session_replication_role = replica;
    update products set stock = 40 where id = ${tea};
    update products set stock = 0, deleted_at = now(), deleted_by_id = ${shop.user.id},
      deletion_batch = gen_random_uuid() where id = ${oil};
    insert into products (name, price, cost, category_id, stock)
      select 'Soap', 2, 1, category_id, -7 from products where id = ${rice};
    commit`)
  expect(await read('/stock/reconcile')).toEqual([
    { productId: tea, name: 'Tea', stock: 40, ledgerStock: 100 },
    { productId: oil, name: 'Oil', stock: 0, ledgerStock: 100 },
    { productId: expect.any(Number), name: 'Soap', stock: -7, ledgerStock: 0 },
  ])
})
