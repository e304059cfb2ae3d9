import { deletedRecords, parkedSales } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { parkedBody } from '#test/support/writes/parked-sale-write-cases'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

test('the owner finds deleted parked sales by their name, their customer or their number @long', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  async function parkAndDelete(changes: Record<string, unknown>) {
    const { body } = await api.call('/parked-sales', {
      token: shop.token,
      body: parkedBody(shop, changes),
    })
    const sale = parkedSales.row.parse(body)
    const path = `/parked-sales/${sale.id}`
    expect((await api.call(path, { method: 'DELETE', token: shop.token })).status).toBe(204)
    return sale
  }
  const path = '/deleted?resource=parked-sales'
  const read = async () => deletedRecords.row.array().parse((await api.call(path, shop)).body)
  const etag = async () => (await api.call(path, shop)).headers.get('etag')
  const named = await parkAndDelete({ name: 'Blue jacket', discount: 1 })
  const ofCustomer = await parkAndDelete({ name: null, customerId: shop.customerId })
  const unnamed = await parkAndDelete({ name: null, customerId: null, discount: 1_000_000 })
  const common = { resource: 'parked-sales', date: null, batchCount: 1 }
  expect(await read()).toMatchObject([
    { ...common, id: unnamed.id, name: `Parked sale ${unnamed.id}`, amount: 0 },
    { ...common, id: ofCustomer.id, name: ofCustomer.customerName, amount: ofCustomer.totalAmount },
    { ...common, id: named.id, name: 'Blue jacket', amount: named.totalAmount },
  ])
  expect((await api.call('/deleted?parked=true', shop)).body).toMatchObject([{}, {}, {}])
  // An older tab of the browser knows the eight resources.
  expect((await api.call('/deleted', shop)).body).toEqual([])

  const before = await etag()
  await api.pool.query('update customers set name = $1 where id = $2', ['Bea', shop.customerId])
  expect(await etag()).not.toBe(before)
  expect((await read())[1]?.name).toBe('Bea')
  const [row] = await read()
  await api.call('/parked-sales/restore', { token: shop.token, body: { batch: row?.batch } })
  expect((await api.call('/parked-sales', shop)).body).toMatchObject([{ id: unnamed.id }])
  expect((await read()).map(({ id }) => id)).not.toContain(unnamed.id)
})
