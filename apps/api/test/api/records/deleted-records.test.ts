import { randomUUID } from 'node:crypto'
import { bulkDeleteAnswer, deletedRecords, resourcePaths } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

async function openShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  return { api, shop, ...createShopClient(api, shop) }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** Deletes a record of each of the eight resources, a second apart. Returns the name of their deleter. */
async function deleteOneOfEach({ api, shop, sell, buy, spend }: Shop): Promise<string> {
  const [tea] = shop.products
  await sell('2026-11-21', [{ productId: tea }])
  await buy('2026-11-21', [{ productId: tea }])
  await spend(7, '2026-11-21T10:00:00Z')
  const manager = await createUser(api.pool, 2)
  for (const [second, path] of resourcePaths.entries()) {
    const table = path.replace('-', '_')
    const isDocument = path === 'sales' || path === 'purchases'
    await api.pool.query(
      `update ${table} set deleted_at = $1, deleted_by_id = $2, deletion_batch = gen_random_uuid()
         ${isDocument ? ', turn = turn + 1' : ''} where id = (select min(id) from ${table})`,
      [`2026-11-21T12:00:0${second}Z`, manager.id],
    )
  }
  return manager.name
}

// @holds decision 9.6
test('the owner sees deleted records with their time, user and batch, newest first', async () => {
  const client = await openShop()
  const manager = await deleteOneOfEach(client)
  const answer = await client.get('/deleted')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-total-count')).toBe('8')
  const rows = deletedRecords.row.array().parse(answer.body)
  expect(rows).toEqual(answer.body)
  expect(rows.map(({ resource, name, deletedAt }) => [resource, name, deletedAt])).toEqual([
    ['purchases', 'Harbour Paper Ltd', '2026-11-21T12:00:07.000Z'],
    ['sales', 'Ada Fashola', '2026-11-21T12:00:06.000Z'],
    ['products', 'Tea', '2026-11-21T12:00:05.000Z'],
    ['expenses', 'Rent', '2026-11-21T12:00:04.000Z'],
    ['expense-categories', 'Rent', '2026-11-21T12:00:03.000Z'],
    ['categories', 'Drinks', '2026-11-21T12:00:02.000Z'],
    ['suppliers', 'Harbour Paper Ltd', '2026-11-21T12:00:01.000Z'],
    ['customers', 'Ada Fashola', '2026-11-21T12:00:00.000Z'],
  ])
  for (const { deletedBy } of rows) expect(deletedBy).toBe(manager)
})

test('deleted sales and purchases have a day and a total, and deleted expenses an amount', async () => {
  const client = await openShop()
  const { shop, sell, buy, spend, remove, read } = client
  const [tea] = shop.products
  const sale = { discount: 0.5, totalAmount: 47.5 }
  const ids = {
    sales: await sell('2026-11-20', [{ productId: tea, price: 24, quantity: 2 }], sale),
    purchases: await buy('2026-11-19', [{ productId: tea, price: 11, quantity: 3 }]),
    expenses: await spend(7, '2026-11-21T10:00:00Z'),
    customers: shop.customerId,
  }
  for (const [path, id] of Object.entries(ids)) await remove(`/${path}/${id}`)
  expect(await read('/deleted')).toMatchObject([
    { resource: 'customers', date: null, amount: null },
    { resource: 'expenses', date: null, amount: 7 },
    { resource: 'purchases', date: '2026-11-19', amount: 33 },
    { resource: 'sales', date: '2026-11-20', amount: 47.5 },
  ])
})

test('deleted records can be filtered by resource', async () => {
  const client = await openShop()
  await deleteOneOfEach(client)
  for (const resource of resourcePaths) {
    const answer = await client.get(`/deleted?resource=${resource}`)
    expect(answer.body).toMatchObject([{ resource }])
    expect(answer.headers.get('x-total-count')).toBe('1')
  }
  for (const resource of ['users', '__proto__', '']) {
    expect((await client.get(`/deleted?resource=${resource}`)).status).toBe(400)
  }
})

test('records of one bulk deletion share a batch, and leave the list when they are restored', async () => {
  const { api, shop, get, read, sell, restore } = await openShop()
  const [tea] = shop.products
  const ids = [
    await sell('2026-11-20', [{ productId: tea }]),
    await sell('2026-11-21', [{ productId: tea }]),
    await sell('2026-11-21', [{ productId: tea }]),
  ]
  const bulk = await api.call('/sales/bulk', {
    method: 'DELETE',
    token: shop.token,
    body: { ids },
  })
  const rows = deletedRecords.row.array().parse(await read('/deleted'))
  // All were deleted at the same time, so the highest id is first.
  expect(rows.map(({ id }) => id)).toEqual(ids.toReversed())
  // The same batch that the bulk deletion answered, for an Undo.
  const { batch } = bulkDeleteAnswer.parse(bulk.body)
  expect(rows.map((row) => row.batch)).toEqual([batch, batch, batch])
  expect(rows.map(({ batchCount }) => batchCount)).toEqual([3, 3, 3])

  const known = { 'if-none-match': (await get('/deleted')).headers.get('etag') ?? '' }
  expect((await get('/deleted', known)).status).toBe(304)
  await restore('sales', ids.slice(0, 2))
  const answer = await get('/deleted', known)
  expect(answer.body).toMatchObject([{ id: ids[2], batchCount: 1 }])
  expect(answer.headers.get('x-total-count')).toBe('1')
})

test('deleted records can be filtered by batch, in pages and without restored records', async () => {
  const { api, shop, get, read, restore } = await openShop()
  const call = (path: string, body: object, method: string) =>
    api.call(path, { token: shop.token, method, body })
  async function createAndDelete(path: string, length: number): Promise<number[]> {
    const added = Array.from({ length }, () => call(`/${path}`, { name: 'Copy' }, 'POST'))
    const ids = (await Promise.all(added)).map(({ body }) => Number(Object(body).id))
    await call(`/${path}/bulk`, { ids }, 'DELETE')
    return ids.toSorted((a, b) => b - a)
  }
  await createAndDelete('customers', 2)
  const ids = await createAndDelete('customers', 5)
  await createAndDelete('suppliers', 3)
  await createAndDelete('customers', 1)

  const all = deletedRecords.row.array().parse(await read('/deleted?resource=customers'))
  expect(all.map(({ batchCount }) => batchCount)).toEqual([1, 5, 5, 5, 5, 5, 2, 2])
  const batch = all[1]?.batch ?? ''
  expect(await read(`/deleted?batch=${batch}`)).toEqual(all.slice(1, 6))
  const page = await get(
    `/deleted?resource=customers&batch=${batch.toUpperCase()}&page=2&pageSize=2`,
  )
  expect(page.body).toMatchObject([{ id: ids[2] }, { id: ids[3] }])
  expect(page.headers.get('x-total-count')).toBe('5')

  await restore('customers', ids.slice(1))
  expect(await read(`/deleted?batch=${batch}`)).toMatchObject([{ id: ids[0], batchCount: 1 }])
  for (const query of [`resource=suppliers&batch=${batch}`, `batch=${randomUUID()}`]) {
    const empty = await get(`/deleted?${query}`)
    expect(empty.body).toEqual([])
    expect(empty.headers.get('x-total-count')).toBe('0')
  }
  expect(await get('/deleted?batch=1')).toMatchObject({
    status: 400,
    body: { detail: 'batch must be a UUID' },
  })
})

// @holds decision 9.6, 31.2, asvs 8.2.2
test('only the owner may read the deleted records', async () => {
  const { api } = await openShop()
  expect((await api.call('/deleted')).status).toBe(401)
  for (const role of [2, 3, 4]) {
    const { id } = await createUser(api.pool, role)
    const token = api.tokens.sign({ userId: id, version: 0 })
    const answer = await api.call('/deleted', { token })
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain('batch')
  }
})
