import { randomUUID } from 'node:crypto'
import { idempotencyKeyHeader, stockCounts, totalCountHeader } from '@stockie/contracts'
import { expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { openCountShop } from './count-shop'

test('a count has the chosen products, each with the stock that is expected', async () => {
  const { api, shop, tea, rice, oil, counts, remove } = await openCountShop()
  const { status, body } = await counts.start({ name: ' Shelf ', productIds: [rice, tea, 999] })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'Shelf',
    blind: false,
    state: 'open',
    products: 2,
    counted: 0,
    differing: 0,
    units: 0,
    value: 0,
    finishedAt: null,
    lines: [
      { productId: tea, name: 'Tea', expected: 100, counted: null, entries: 0, difference: null },
      { productId: rice, expected: 100 },
    ],
  })
  await remove(`/products/${oil}`)
  expect((await counts.start()).body).toMatchObject({ products: 2 })
  expect((await counts.start({ categoryId: shop.categoryId })).body).toMatchObject({
    categoryName: 'Drinks',
    products: 2,
  })
  expect((await counts.list()).map(({ id, products }) => [id, products])).toEqual([
    [3, 2],
    [2, 2],
    [1, 2],
  ])
  // Older ones are on later pages.
  const page = await counts.listPage('page=2&pageSize=2')
  expect(stockCounts.row.array().parse(page.body)).toMatchObject([{ id: 1 }])
  expect(page.headers.get(totalCountHeader)).toBe('3')
  for (const [choice, path] of [
    [{ productIds: [oil] }, 'productIds'],
    [{ categoryId: 999 }, 'categoryId'],
    [{ categoryId: shop.categoryId, productIds: [tea] }, 'productIds'],
    [{ blind: 'yes' }, 'blind'],
  ] as const) {
    const refused = await counts.start(choice)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ errors: [{ path }] })
  }
  expect(await api.pool.query('select from stock_counts')).toMatchObject({ rowCount: 3 })
})

test('the stock becomes what was counted plus what has moved since, and Undo takes that back', async () => {
  const { api, shop, tea, rice, oil, counts, sell, buy } = await openCountShop()
  const id = await counts.open()
  await sell('2026-11-27', [{ productId: tea, quantity: 3 }])
  expect((await counts.enter(id, tea, { counted: 90 })).body).toMatchObject({
    counted: 90,
    expected: 97,
    difference: -7,
    moved: 0,
    entries: 1,
  })
  await counts.enter(id, rice, { counted: 100 })
  await sell('2026-11-27', [{ productId: tea, quantity: 4 }, { productId: rice }])
  await buy('2026-11-27', [{ productId: tea, quantity: 10 }])
  expect(await counts.lineOf(id, tea)).toMatchObject({ expected: 97, difference: -7, moved: 6 })
  expect(await counts.lineOf(id, rice)).toMatchObject({ expected: 100, difference: 0, moved: -1 })

  expect((await counts.step(id, 'post')).status).toBe(409)
  expect((await counts.step(id, 'finish')).body).toMatchObject({
    state: 'finished',
    products: 3,
    counted: 2,
    differing: 1,
    units: -7,
    value: -14,
  })
  await sell('2026-11-27', [{ productId: tea, quantity: 2 }])
  const posted = await counts.step(id, 'post')
  expect(posted.body).toMatchObject({ state: 'posted', units: -7, value: -14 })
  // 97 - 4 + 10 - 2, less the 7 that are missing. Oil was not counted.
  expect(await shop.stock()).toEqual({ [tea]: 94, [rice]: 99, [oil]: 100 })
  // A lost answer: the same step again.
  expect((await counts.step(id, 'post')).body).toEqual(posted.body)
  await sell('2026-11-27', [{ productId: tea, quantity: 1 }])
  expect(await counts.lineOf(id, tea)).toMatchObject({ difference: -7, moved: 4, counted: 90 })

  const undone = await counts.step(id, 'undo')
  expect(undone.body).toMatchObject({ state: 'undone', units: -7 })
  expect((await counts.step(id, 'undo')).body).toEqual(undone.body)
  expect(await shop.stock()).toEqual({ [tea]: 100, [rice]: 99, [oil]: 100 })
  for (const step of ['finish', 'post'] as const) {
    expect((await counts.step(id, step)).status).toBe(409)
  }
  expect((await counts.enter(id, tea, { counted: 1 })).status).toBe(409)
  const broken = await withClient(api.databaseProxy.url, readBrokenInvariants)
  expect(broken).toEqual([])
})

test('a number is added or replaces, and one that the caller has not seen is not overwritten', async () => {
  const { api, tea, counts, as, sell } = await openCountShop()
  const other = await as(3)
  const id = await counts.open({ productIds: [tea] })
  await counts.enter(id, tea, { counted: 5, entries: 0 })
  await sell('2026-11-27', [{ productId: tea, quantity: 2 }])
  const refused = await other.enter(id, tea, { counted: 8, entries: 0 })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ detail: expect.stringMatching(/ counted 5 meanwhile\.$/) })
  expect((await other.enter(id, tea, { counted: 3, mode: 'add', entries: 1 })).body).toMatchObject({
    counted: 8,
    entries: 2,
    movedWhileCounting: -2,
    expected: 98,
  })
  expect((await counts.enter(id, tea, { counted: 0 })).body).toMatchObject({
    counted: 0,
    entries: 3,
    movedWhileCounting: 0,
  })
  const entries = await api.pool.query(
    'select mode, counted, total, stock from stock_count_entries order by id',
  )
  expect(entries.rows).toEqual([
    { mode: 'replace', counted: 5, total: 5, stock: 100 },
    { mode: 'add', counted: 3, total: 8, stock: 98 },
    { mode: 'replace', counted: 0, total: 0, stock: 98 },
  ])
  await expect(api.pool.query('delete from stock_count_entries')).rejects.toThrow(/append-only/)
})

test('a repeated key stores a number once', async () => {
  const { tea, counts } = await openCountShop()
  const headers = { [idempotencyKeyHeader]: randomUUID() }
  const started = await counts.start({ productIds: [tea] }, headers)
  expect((await counts.start({ productIds: [tea] }, headers)).body).toEqual(started.body)
  const id = Object(started.body).id as number
  for (let times = 0; times < 3; times += 1) {
    const { status, body } = await counts.enter(id, tea, { counted: 1, mode: 'add' }, headers)
    expect([status, body]).toMatchObject([200, { counted: 1, entries: 1 }])
  }
  expect((await counts.enter(id, tea, { counted: 2, mode: 'add' }, headers)).status).toBe(409)
  expect((await counts.start({ blind: true }, headers)).status).toBe(409)
  await Promise.all(
    Array.from({ length: 20 }, () =>
      counts.enter(id, tea, { counted: 1, mode: 'add' }, { [idempotencyKeyHeader]: randomUUID() }),
    ),
  )
  expect(await counts.lineOf(id, tea)).toMatchObject({ counted: 21, entries: 21 })
})

test('a blind count hides what is expected until it is finished', async () => {
  const { tea, rice, counts } = await openCountShop()
  const id = await counts.open({ productIds: [tea, rice], blind: true })
  const hidden = { expected: null, difference: null }
  expect((await counts.enter(id, tea, { counted: 98 })).body).toMatchObject(hidden)
  expect(await counts.read(id)).toMatchObject({ differing: 0, units: 0, lines: [hidden, hidden] })
  await counts.step(id, 'finish')
  expect(await counts.read(id)).toMatchObject({
    differing: 1,
    units: -2,
    lines: [
      { expected: 100, difference: -2 },
      { expected: 100, difference: null },
    ],
  })
})

test('a number after Finish opens the count again, so that it must be finished anew @long', async () => {
  const { shop, tea, rice, counts } = await openCountShop()
  const id = await counts.open({ productIds: [tea] })
  expect((await counts.step(id, 'finish')).status).toBe(409)
  await counts.enter(id, tea, { counted: 99 })
  await counts.step(id, 'finish')
  // A product that was scanned and is not in the list joins it.
  await counts.enter(id, rice, { counted: 7 })
  expect(await counts.read(id)).toMatchObject({ state: 'open', products: 2, finishedAt: null })
  expect((await counts.step(id, 'post')).body).toMatchObject({
    detail: 'This count is not finished. Finish it, then post it.',
  })
  const seen = { finishedAt: new Date().toISOString() }
  expect((await counts.step(id, 'post', seen)).body).toMatchObject({
    detail: 'Numbers were added meanwhile. Finish the count again, then post it.',
  })
  await counts.step(id, 'finish')
  await counts.step(id, 'post')
  expect(await shop.stock()).toMatchObject({ [tea]: 99, [rice]: 7 })
})

test('two counts of one product do not correct the same difference twice', async () => {
  const { shop, tea, counts } = await openCountShop()
  const [first, second] = [await counts.open(), await counts.open()]
  for (const id of [first, second]) await counts.enter(id, tea, { counted: 95 })
  for (const id of [first, second]) {
    await counts.step(id, 'finish')
    await counts.step(id, 'post')
  }
  expect(await shop.stock()).toMatchObject({ [tea]: 95 })
  expect(await counts.lineOf(second, tea)).toMatchObject({ difference: 0 })
})

test('a product that was deleted meanwhile is not corrected', async () => {
  const { shop, tea, rice, counts, remove } = await openCountShop()
  const id = await counts.open()
  await counts.enter(id, tea, { counted: 1 })
  await counts.enter(id, rice, { counted: 2 })
  await remove(`/products/${tea}`)
  expect((await counts.enter(id, tea, { counted: 3 })).status).toBe(404)
  await counts.step(id, 'finish')
  await counts.step(id, 'post')
  expect(await shop.stock()).toMatchObject({ [tea]: 100, [rice]: 2 })
  expect(await counts.lineOf(id, tea)).toMatchObject({ isDeleted: true, counted: 1 })
})
