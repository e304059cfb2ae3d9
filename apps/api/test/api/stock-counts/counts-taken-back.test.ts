import { randomUUID } from 'node:crypto'
import { idempotencyKeyHeader, stockCountChecks } from '@stockie/contracts'
import { expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { openCountShop } from './count-shop'

const uncounted = {
  counted: null,
  countedAt: null,
  countedById: null,
  countedByName: null,
  moved: 0,
  movedWhileCounting: 0,
  difference: null,
}

test('null takes a number back: the product is not counted any more, and the count is open again @long', async () => {
  const { api, shop, tea, rice, counts, as, sell } = await openCountShop()
  const other = await as(3)
  const id = await counts.open({ productIds: [tea, rice] })
  expect((await counts.enter(id, tea, { counted: 90 })).body).toMatchObject({
    countedById: shop.user.id,
    countedByName: shop.user.name,
  })
  await counts.enter(id, rice, { counted: 99 })
  await counts.step(id, 'finish')
  await sell('2026-11-27', [{ productId: tea, quantity: 1 }])
  const headers = { [idempotencyKeyHeader]: randomUUID() }
  const taken = await other.enter(id, tea, { counted: null, entries: 1 }, headers)
  expect(taken).toMatchObject({ status: 200, body: { ...uncounted, expected: 99, entries: 2 } })
  // A lost answer, and another number by the same key.
  expect((await other.enter(id, tea, { counted: null, entries: 1 }, headers)).body).toEqual(
    taken.body,
  )
  expect((await other.enter(id, tea, { counted: 0 }, headers)).status).toBe(409)
  expect(await counts.read(id)).toMatchObject({
    state: 'open',
    finishedAt: null,
    counted: 1,
    differing: 1,
    units: -1,
  })
  const entries = await api.pool.query(
    'select mode, counted, total, stock, user_id <> $1 as "isOther" from stock_count_entries order by id',
    [shop.user.id],
  )
  expect(entries.rows).toEqual([
    { mode: 'replace', counted: 90, total: 90, stock: 100, isOther: false },
    { mode: 'replace', counted: 99, total: 99, stock: 100, isOther: false },
    { mode: 'replace', counted: null, total: null, stock: null, isOther: true },
  ])
  await counts.step(id, 'finish')
  await counts.step(id, 'post')
  expect(await shop.stock()).toMatchObject({ [tea]: 99, [rice]: 99 })
  expect(await counts.lineOf(id, tea)).toMatchObject({ ...uncounted, expected: null, entries: 2 })
  expect(await withClient(api.databaseProxy.url, readBrokenInvariants)).toEqual([])
})

test('a count whose only number was taken back cannot be finished, and a sum begins anew @long', async () => {
  const { tea, counts, sell } = await openCountShop()
  const id = await counts.open({ productIds: [tea] })
  // Also a product that has no number yet.
  expect((await counts.enter(id, tea, { counted: null })).body).toMatchObject({
    ...uncounted,
    entries: 1,
  })
  await counts.enter(id, tea, { counted: 5 })
  await counts.enter(id, tea, { counted: null })
  expect(await counts.step(id, 'finish')).toMatchObject({
    status: 409,
    body: { detail: 'Nothing was counted yet.' },
  })
  await sell('2026-11-27', [{ productId: tea, quantity: 2 }])
  expect((await counts.enter(id, tea, { counted: 3, mode: 'add' })).body).toMatchObject({
    counted: 3,
    entries: 4,
    movedWhileCounting: 0,
    expected: 98,
  })
})

test('a caller who has not seen that a number was taken back is told who did it', async () => {
  const { api, tea, counts, as } = await openCountShop()
  const other = await as(3)
  const id = await counts.open({ productIds: [tea] })
  await counts.enter(id, tea, { counted: 5 })
  await other.enter(id, tea, { counted: null })
  const { rows } = await api.pool.query<{ name: string }>(
    'select name from users order by id desc limit 1',
  )
  expect(await counts.enter(id, tea, { counted: 1, mode: 'add', entries: 1 })).toMatchObject({
    status: 409,
    body: { detail: `${rows[0]?.name} took the number back meanwhile.` },
  })
  expect(await counts.lineOf(id, tea)).toMatchObject({ counted: null, entries: 2 })
})

test('a number below 0 takes pieces of the sum back, from its first number on', async () => {
  const { api, shop, tea, counts, sell } = await openCountShop()
  const id = await counts.open({ productIds: [tea] })
  await counts.enter(id, tea, { counted: 40 })
  await sell('2026-11-27', [{ productId: tea, quantity: 2 }])
  await counts.enter(id, tea, { counted: 60, mode: 'add' })
  expect((await counts.enter(id, tea, { counted: -7, mode: 'add' })).body).toMatchObject({
    counted: 93,
    entries: 3,
    movedWhileCounting: -2,
    difference: -5,
  })
  await counts.step(id, 'finish')
  await counts.step(id, 'post')
  expect(await shop.stock()).toMatchObject({ [tea]: 93 })
  const { rows } = await api.pool.query(
    'select counted, total from stock_count_entries order by id desc limit 1',
  )
  expect(rows).toEqual([{ counted: -7, total: 93 }])
  expect(await withClient(api.databaseProxy.url, readBrokenInvariants)).toEqual([])
})

test('a sum below 0, and a number that does not fit its mode, are refused', async () => {
  const { api, tea, rice, oil, counts } = await openCountShop()
  const id = await counts.open({ productIds: [tea, rice] })
  await counts.enter(id, tea, { counted: 5 })
  await counts.enter(id, rice, { counted: 5 })
  await counts.enter(id, rice, { counted: null })
  const below = 'The sum would be below 0.'
  for (const [productId, body, message] of [
    [tea, { counted: -6, mode: 'add' }, below],
    // Without a number: taken back, and not in the count yet.
    [rice, { counted: -1, mode: 'add' }, below],
    [oil, { counted: -1, mode: 'add' }, below],
    [tea, { counted: -1 }, stockCountChecks.negative],
    [tea, { counted: -1, mode: 'replace' }, stockCountChecks.negative],
    [tea, { counted: null, mode: 'add' }, stockCountChecks.nothingToAdd],
    [tea, { counted: -1_000_000_001, mode: 'add' }, stockCountChecks.counted],
  ] as const) {
    expect(await counts.enter(id, productId, body)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'counted', message }] },
    })
  }
  expect((await counts.enter(id, oil, { counted: null })).status).toBe(404)
  expect((await counts.enter(id, 999, { counted: null })).status).toBe(404)
  expect(await counts.enter(id, tea, { counted: -5, mode: 'add' })).toMatchObject({
    status: 200,
    body: { counted: 0 },
  })
  expect(await api.pool.query('select from stock_count_entries')).toMatchObject({ rowCount: 4 })
  expect(await counts.read(id)).toMatchObject({ products: 2 })
})
