import { expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { openCountShop } from './count-shop'

test('numbers out of range, unknown counts and unknown products are refused', async () => {
  const { tea, counts } = await openCountShop()
  const id = await counts.open()
  for (const body of [
    { counted: -1 },
    { counted: 1.5 },
    { counted: 1_000_000_001 },
    { counted: 1, mode: 'sum' },
    {},
  ]) {
    expect((await counts.enter(id, tea, body)).status).toBe(422)
  }
  await counts.enter(id, tea, { counted: 1_000_000_000 })
  const tooMuch = await counts.enter(id, tea, { counted: 1, mode: 'add' })
  expect(tooMuch.body).toMatchObject({
    errors: [{ path: 'counted', message: 'The sum would be above 1,000,000,000.' }],
  })
  expect((await counts.enter(id, 999, { counted: 1 })).status).toBe(404)
  expect((await counts.enter(999, tea, { counted: 1 })).status).toBe(404)
  expect((await counts.step(999, 'finish')).status).toBe(404)
})

test('cashiers count and finish, and only owners and managers post', async () => {
  const { tea, as } = await openCountShop()
  const cashier = await as(3)
  const id = await cashier.open()
  await cashier.enter(id, tea, { counted: 1 })
  expect((await cashier.step(id, 'finish')).status).toBe(200)
  for (const step of ['post', 'undo'] as const) {
    expect((await cashier.step(id, step)).status).toBe(403)
  }
  const manager = await as(2)
  expect((await manager.step(id, 'post')).status).toBe(200)
  expect((await manager.step(id, 'undo')).status).toBe(200)
})

test('a discarded count takes no numbers and no steps until a cashier reopens it @long', async () => {
  const { api, shop, tea, rice, counts, as } = await openCountShop()
  const id = await counts.open({ productIds: [tea, rice], blind: true })
  await counts.enter(id, tea, { counted: 90 })
  const discarded = await counts.step(id, 'discard')
  expect(discarded).toMatchObject({
    status: 200,
    body: { state: 'discarded', discardedByName: shop.user.name, finishedAt: null, counted: 1 },
  })
  const cashier = await as(3)
  // A lost answer: the same step again, also of another user.
  expect((await cashier.step(id, 'discard')).body).toEqual(discarded.body)
  expect(await counts.list()).toEqual([discarded.body])
  // It was not finished, so it hides what was expected.
  expect(await counts.lineOf(id, tea)).toMatchObject({ counted: 90, expected: null })
  const detail = `This count was discarded by ${shop.user.name}. Reopen it to go on.`
  for (const refused of [
    await counts.enter(id, rice, { counted: 1 }),
    await counts.step(id, 'finish'),
    await counts.step(id, 'post'),
  ]) {
    expect(refused).toMatchObject({ status: 409, body: { detail } })
  }
  expect((await counts.step(id, 'undo')).status).toBe(409)
  const reopened = await cashier.step(id, 'reopen')
  expect(reopened).toMatchObject({
    status: 200,
    body: { state: 'open', discardedAt: null, discardedByName: null, counted: 1 },
  })
  expect((await cashier.step(id, 'reopen')).body).toEqual(reopened.body)
  await counts.enter(id, rice, { counted: 99 })
  await counts.step(id, 'finish')
  expect((await counts.step(id, 'post')).status).toBe(200)
  expect(await shop.stock()).toMatchObject({ [tea]: 90, [rice]: 99 })
  expect(await withClient(api.databaseProxy.url, readBrokenInvariants)).toEqual([])
})

test('a finished count that was discarded is reopened as finished, and can be posted @long', async () => {
  const { api, shop, tea, counts, sell } = await openCountShop()
  const id = await counts.open({ productIds: [tea] })
  await counts.enter(id, tea, { counted: 98 })
  await counts.step(id, 'finish')
  const finished = await counts.read(id)
  expect(finished).toMatchObject({ state: 'finished', differing: 1, units: -2, value: -4 })
  // It stays in the list for ever, so it computes no differences there. Its lines still do.
  const nothing = { differing: 0, units: 0, value: 0 }
  expect((await counts.step(id, 'discard')).body).toMatchObject({
    ...nothing,
    state: 'discarded',
    finishedAt: finished.finishedAt,
  })
  expect(await counts.list()).toMatchObject([nothing])
  expect(await counts.read(id)).toMatchObject({ ...nothing, lines: [{ difference: -2 }] })
  await sell('2026-11-27', [{ productId: tea, quantity: 1 }])
  const { lines: _lines, ...row } = finished
  const reopened = await counts.step(id, 'reopen')
  expect(reopened).toMatchObject({ status: 200, body: row })
  // A lost answer: the same step again.
  expect((await counts.step(id, 'reopen')).body).toEqual(reopened.body)
  expect((await counts.step(id, 'post', { finishedAt: row.finishedAt })).status).toBe(200)
  expect(await shop.stock()).toMatchObject({ [tea]: 97 })
  expect(await withClient(api.databaseProxy.url, readBrokenInvariants)).toEqual([])
})

test('posted and undone counts can be neither discarded nor reopened @long', async () => {
  const { tea, counts } = await openCountShop()
  const id = await counts.open({ productIds: [tea] })
  await counts.enter(id, tea, { counted: 98 })
  await counts.step(id, 'finish')
  for (const [step, detail] of [
    ['post', 'This count was posted already. Undo it instead.'],
    ['undo', 'This count was undone already. It stays as it is.'],
  ] as const) {
    await counts.step(id, step)
    expect(await counts.step(id, 'discard')).toMatchObject({ status: 409, body: { detail } })
    expect(await counts.step(id, 'reopen')).toMatchObject({
      status: 409,
      body: { detail: 'This count is not discarded.' },
    })
  }
  expect((await counts.step(999, 'discard')).status).toBe(404)
  expect((await counts.step(999, 'reopen')).status).toBe(404)
})

test('the ledger refuses a movement of a count that does not have its product', async () => {
  const { api, shop, tea, rice, counts } = await openCountShop()
  const id = await counts.open({ productIds: [tea] })
  const move = (productId: number) =>
    api.pool.query(
      `insert into stock_movements (product_id, delta, reason, count_id, user_id)
       values ($1, -1, 'count', $2, $3)`,
      [productId, id, shop.user.id],
    )
  await expect(move(rice)).rejects.toThrow(/stock_movements_count_id_product_id_fkey/)
  await move(tea)
})
