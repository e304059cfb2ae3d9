import { setTimeout } from 'node:timers/promises'
import type { ChangeSince } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { createReturnClient } from '#test/support/return-client'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let moment: string
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())
beforeEach(async () => {
  await setTimeout(2)
  moment = new Date().toISOString()
  await setTimeout(2)
})

/** What the journal says since the test began, the first entry first. */
async function readEntries(): Promise<string[]> {
  const query = new URLSearchParams({ asOf: moment }).toString()
  const changes = (await createShopClient(api, shop).read(
    `/reports/changes-since?${query}`,
  )) as ChangeSince[]
  return changes
    .toReversed()
    .map(({ resource, action, day, amount }) => `${resource} ${action} ${day} ${amount}`)
}

async function expectNoBreach(): Promise<void> {
  const broken = await withClient(api.databaseUrl, (client) => readBrokenInvariants(client))
  expect(broken.filter(({ name }) => name.startsWith('inv_journal'))).toEqual([])
}

const spend = (day: string) => createShopClient(api, shop).spend(40, `${day}T12:00:00Z`)

test('several changes of an expense in one transaction have an entry each, and they add up', async () => {
  const id = await spend('2026-03-05')
  await api.pool.query(`
    begin;
    update expenses set amount = 50 where id = ${id};
    update expenses set name = 'Heating' where id = ${id};
    update expenses set created_at = '2026-03-07T12:00:00Z', amount = 60 where id = ${id};
    savepoint before;
    update expenses set amount = 1000 where id = ${id};
    rollback to before;
    commit`)
  expect(await readEntries()).toEqual([
    'expenses recorded 2026-03-05 40',
    'expenses changed 2026-03-05 -50',
    'expenses changed 2026-03-05 10',
    'expenses changed 2026-03-07 60',
  ])
  await expectNoBreach()
})

test('an expense that was deleted by SQL is taken back, and one that was marked as deleted before is not again', async () => {
  const [first, second] = [await spend('2026-03-05'), await spend('2026-03-06')]
  await createShopClient(api, shop).remove(`/expenses/${second}`)
  await api.pool.query(`delete from expenses where id in (${first}, ${second})`)
  expect(await readEntries()).toEqual([
    'expenses recorded 2026-03-05 40',
    'expenses recorded 2026-03-06 40',
    'expenses deleted 2026-03-06 -40',
    'expenses deleted 2026-03-05 -40',
  ])
  await expectNoBreach()
})

test('returns that follow their sale, and one whose refund a restoration changes, have entries of their own', async () => {
  const returning = createReturnClient(api, shop)
  const { remove, restore } = createShopClient(api, shop)
  const [tea] = shop.products
  const line = { productId: tea, price: 1, quantity: 3 }
  const sale = await returning.sell([line], { discount: 1 })
  const first = await returning.takeBack(sale, [{ line: 0, quantity: 1 }])
  const second = await returning.takeBack(sale, [{ line: 0, quantity: 1 }])
  await remove(`/returns/${first.id}`)
  const third = await returning.takeBack(sale, [{ line: 0, quantity: 1 }])
  await remove(`/returns/${third.id}`)
  await restore('returns', [first.id])
  await remove(`/sales/${sale.saleId}`)
  await restore('sales', [sale.saleId])

  const entries = await readEntries()
  expect(entries.filter((entry) => entry.startsWith('sales'))).toHaveLength(3)
  const { rows } = await api.pool.query<{ sum: number }>(
    'select sum(refund + shipping_refund)::float8 as sum from returns where deleted_at is null',
  )
  const ofReturns = entries.filter((entry) => entry.startsWith('returns'))
  const sum = ofReturns.reduce((total, entry) => total + Number(entry.split(' ').at(-1)), 0)
  expect(Number(sum.toFixed(2))).toBe(-(rows[0]?.sum ?? 0))
  expect(ofReturns.length).toBeGreaterThan(8)
  expect(second.id).toBeGreaterThan(first.id)
  await expectNoBreach()
})

test('only a recording for a day that was over is late, and a return names its sale', async () => {
  const { sell, remove } = createShopClient(api, shop)
  const [tea] = shop.products
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await sell(today, [{ productId: tea }])
  await sell(yesterday, [{ productId: tea }])
  const returning = createReturnClient(api, shop)
  const sale = await returning.sell([{ productId: tea, price: 3, quantity: 1 }])
  const { id } = await returning.takeBack(sale, [{ line: 0, quantity: 1 }])
  await remove(`/returns/${id}`)

  const read = async (asOf: string) => {
    const query = new URLSearchParams({ asOf }).toString()
    const rows = await createShopClient(api, shop).read(`/reports/changes-since?${query}`)
    return (rows as ChangeSince[]).slice(0, 5)
  }
  const rows = await read(moment)
  expect(rows.slice(3).map(({ day, isLate }) => [day, isLate])).toEqual([
    [yesterday, true],
    [today, false],
  ])
  expect(rows.slice(0, 2)).toMatchObject([
    { resource: 'returns', recordId: id, saleId: sale.saleId, action: 'deleted', amount: 3 },
    { resource: 'returns', recordId: id, saleId: sale.saleId, action: 'recorded', amount: -3 },
  ])
  expect(rows[0]).toMatchObject({ recordName: 'Ada Fashola', listedDay: null, isLate: false })
  // As of the end of yesterday, yesterday was over and today had not begun.
  expect((await read(yesterday)).slice(3).map(({ isLate }) => isLate)).toEqual([true, false])
})

test('a change that touches no figure has no entry', async () => {
  const id = await spend('2026-03-05')
  const { sell } = createShopClient(api, shop)
  const sale = await sell('2026-03-05', [{ productId: shop.products[0] }])
  await api.pool.query(`update expenses set amount = amount, name = 'Heating' where id = ${id}`)
  await api.pool.query(
    `update sales set remark = 'Paid', total_amount = total_amount where id = ${sale}`,
  )
  expect(await readEntries()).toEqual([
    'expenses recorded 2026-03-05 40',
    'sales recorded 2026-03-05 3',
  ])
})

test('a second entry of the past is refused', async () => {
  await expect(api.pool.query('select enter_past_in_journal()')).rejects.toThrow(
    'The journal already has entries.',
  )
})

test('the changes since a moment come in pages with their number', async () => {
  const { get, sell } = createShopClient(api, shop)
  for (let count = 0; count < 3; count += 1) {
    await sell('2026-03-02', [{ productId: shop.products[0], quantity: count + 1 }])
  }
  const query = new URLSearchParams({ asOf: moment, pageSize: '2' })
  const amounts = []
  for (const page of ['1', '2', '3']) {
    const answer = await get(`/reports/changes-since?${query.toString()}&page=${page}`)
    expect(answer.headers.get('x-total-count')).toBe('3')
    amounts.push((answer.body as ChangeSince[]).map(({ amount }) => amount))
  }
  expect(amounts).toEqual([[9, 6], [3], []])
})
