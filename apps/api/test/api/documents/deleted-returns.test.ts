import { expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { openReturnShop, sellTeaAndRice } from './return-shop'

const { api, shop, client, sale } = openReturnShop(sellTeaAndRice)

const brokenInvariants = () =>
  withClient(api().databaseProxy.url, (connection) => readBrokenInvariants(connection))

test('a deleted sale takes its returns along, and brings back those that went with it', async () => {
  const stock = await shop().stock()
  const early = await client().takeBack(sale(), [{ line: 0, quantity: 1 }])
  const kept = await client().takeBack(sale(), [{ line: 1, quantity: 2 }])
  await client().remove(`/returns/${early.id}`)
  await client().remove(`/sales/${sale().saleId}`)
  expect(await client().returnsOf(sale().saleId)).toEqual([])
  const [tea, rice] = shop().products
  expect(await shop().stock()).toEqual({
    ...stock,
    [tea]: (stock[tea] ?? 0) + 3,
    [rice]: (stock[rice] ?? 0) + 2,
  })
  const alone = await client().restore('returns', kept.id)
  expect([alone.status, Object(alone.body).detail]).toEqual([
    409,
    'The sale of this return was deleted. Restore the sale first.',
  ])
  await client().restore('sales', sale().saleId)
  expect(await client().returnsOf(sale().saleId)).toEqual([kept])
  expect(await brokenInvariants()).toEqual([])
})

test('a deleted return is not restored if others have its items or its payment by now', async () => {
  const first = await client().takeBack(sale(), [{ line: 0, quantity: 2 }])
  await client().remove(`/returns/${first.id}`)
  const second = await client().takeBack(sale(), [{ line: 0, quantity: 2 }])
  const tooMany = await client().restore('returns', first.id)
  expect([tooMany.status, Object(tooMany.body).detail]).toEqual([
    409,
    'More would be returned than was sold. Other returns have these items by now.',
  ])
  await client().remove(`/returns/${second.id}`)
  await client().takeBack(sale(), [{ line: 1, quantity: 1 }], { refund: 18 })
  const lowered = await client().restore('returns', first.id)
  // Its refund was the proposed one, so it becomes what is left.
  expect([lowered.status, Object(lowered.body)]).toEqual([200, { count: 1 }])
  expect(await client().returnsOf(sale().saleId)).toMatchObject([{ refund: 18 }, { refund: 0 }])
  expect(await brokenInvariants()).toEqual([])
})

test('the restored return that completes a sale gets the cent that is left', async () => {
  const [tea] = shop().products
  const cheap = await client().sell([{ productId: tea, price: 1, quantity: 4 }], { discount: 3.99 })
  const deleted: Record<string, number> = {}
  const takeAndDelete = async (...returned: [name: string, quantity: number][]) => {
    for (const [name, quantity] of returned) {
      deleted[name] = (await client().takeBack(cheap, [{ line: 0, quantity }])).id
    }
    for (const [name] of returned) await client().remove(`/returns/${deleted[name]}`)
  }
  await takeAndDelete(['one', 1])
  await takeAndDelete(['another', 1])
  // The first of these two gets the only cent.
  await takeAndDelete(['half', 2], ['other half', 2])
  for (const name of ['one', 'another', 'other half']) {
    await client().restore('returns', deleted[name] ?? 0)
  }
  const refunds = (await client().returnsOf(cheap.saleId)).map(({ id, refund }) => [id, refund])
  expect(Object.fromEntries(refunds)).toEqual({
    [deleted['one'] ?? 0]: 0,
    [deleted['another'] ?? 0]: 0,
    [deleted['other half'] ?? 0]: 0.01,
  })
  expect(await brokenInvariants()).toEqual([])
})

test('a refund by hand that no longer fits is not restored', async () => {
  const first = await client().takeBack(sale(), [{ line: 0, quantity: 1 }], { refund: 10 })
  await client().remove(`/returns/${first.id}`)
  await client().takeBack(sale(), [{ line: 1, quantity: 1 }], { refund: 9 })
  const answer = await client().restore('returns', first.id)
  expect([answer.status, Object(answer.body).detail]).toEqual([
    409,
    'More would be refunded than was paid for the sale.',
  ])
})

test('the owner sees deleted returns and their history, and those of a deleted sale only with it', async () => {
  const taken = await client().takeBack(sale(), [{ line: 0, quantity: 1 }])
  await client().remove(`/returns/${taken.id}`)
  const row = {
    resource: 'returns',
    id: taken.id,
    name: 'Ada Fashola',
    date: '2026-11-20',
    amount: 2.84,
  }
  const deleted = async () =>
    ((await client().read('/deleted?parked=true')) as { resource: string; id: number }[]).filter(
      ({ resource, id }) => resource === 'returns' && id === taken.id,
    )
  expect(await deleted()).toEqual([expect.objectContaining(row)])
  const history = (await client().read(`/activity?resource=returns&id=${taken.id}`)) as object[]
  expect(history).toMatchObject([
    { action: 'deleted', recordName: 'Ada Fashola', userId: shop().user.id },
    { action: 'created', recordName: 'Ada Fashola', userId: shop().user.id },
  ])
  await client().remove(`/sales/${sale().saleId}`)
  expect(await deleted()).toEqual([])
})
