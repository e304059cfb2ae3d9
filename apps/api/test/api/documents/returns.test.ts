import { deletedSinceHeader, type ReturnInput } from '@stockie/contracts'
import { expect, test } from 'vitest'
import { openReturnShop, sellTeaAndRice } from './return-shop'

const { shop, client, sale } = openReturnShop(sellTeaAndRice)

const messagesOf = ({ body }: { body: unknown }) =>
  Object(body).errors.map(({ path, message }: Record<string, string>) => `${path}: ${message}`)

test('a return answers its lines, its share of the payment, and who recorded it', async () => {
  const answer = await client().takeBack(sale(), [{ line: 0, quantity: 1 }], {
    remark: ' Too strong ',
  })
  expect(answer).toEqual({
    id: expect.any(Number),
    saleId: sale().saleId,
    saleDate: '2026-11-02',
    customerName: 'Ada Fashola',
    returnDate: '2026-11-20',
    lines: [
      {
        saleDetailId: sale().saleDetails[0]?.id,
        productId: shop().products[0],
        productName: 'Tea',
        price: 3,
        quantity: 1,
        restock: true,
      },
    ],
    // 18 of 19 dollars were paid for the goods: 3 / 19 of 18 dollars are 2.842.
    proposedRefund: 2.84,
    refund: 2.84,
    shippingRefund: 0,
    totalRefund: 2.84,
    remark: 'Too strong',
    createdAt: expect.any(String),
    createdByName: expect.any(String),
  })
  expect(await client().returnsOf(sale().saleId)).toEqual([answer])
  expect(await client().read(`/sales/${sale().saleId}`)).toMatchObject({ returnedAmount: 2.84 })
})

test('what goes back into the stock moves it, and what is damaged does not', async () => {
  const before = await shop().stock()
  await client().takeBack(sale(), [
    { line: 0, quantity: 2, restock: false },
    { line: 1, quantity: 1 },
  ])
  const [tea, rice] = shop().products
  expect(await shop().stock()).toEqual({ ...before, [rice]: (before[rice] ?? 0) + 1 })
  const [movement] = (await client().read(`/products/${rice}/movements`)) as object[]
  expect(movement).toMatchObject({
    delta: 1,
    reason: 'returned',
    saleId: sale().saleId,
    returnId: expect.any(Number),
    documentDay: '2026-11-02',
  })
  expect(await client().read(`/products/${tea}/movements`)).toMatchObject([{ reason: 'sale' }, {}])
})

test('the last return gets the rest of the payment, and shipping fees come back once', async () => {
  const first = await client().takeBack(sale(), [{ line: 0, quantity: 1 }], { shippingRefund: 1.5 })
  const last = await client().takeBack(sale(), [
    { line: 0, quantity: 2 },
    { line: 1, quantity: 2 },
  ])
  expect([first.refund, last.refund]).toEqual([2.84, 15.16])
  const more = await client().tryReturn(sale(), [{ line: 0, quantity: 1 }], {
    shippingRefund: 0.51,
  })
  expect(messagesOf(more)).toEqual([
    'lines.0.quantity: All of it was returned already.',
    'shippingRefund: The shipping refund can be at most $0.50.',
  ])
})

test('a refund can be lowered and raised up to what was paid and not yet refunded', async () => {
  const lowered = await client().takeBack(sale(), [{ line: 0, quantity: 1 }], { refund: 0 })
  expect(lowered).toMatchObject({ proposedRefund: 2.84, refund: 0 })
  const tooMuch = await client().tryReturn(sale(), [{ line: 1, quantity: 1 }], { refund: 18.01 })
  expect(tooMuch.status).toBe(422)
  expect(messagesOf(tooMuch)).toEqual(['refund: The refund can be at most $18.00.'])
  const raised = await client().takeBack(sale(), [{ line: 1, quantity: 1 }], { refund: 17 })
  expect(raised).toMatchObject({ proposedRefund: 4.74, refund: 17 })
  // The lowered $2.84 do not come back with a later return, and no more than the rest is proposed.
  const next = await client().takeBack(sale(), [{ line: 0, quantity: 2 }])
  expect(next).toMatchObject({ proposedRefund: 5.68, refund: 1 })
})

test('a sale with a discount above its value refunds no goods, but the shipping fees that were paid', async () => {
  const [tea] = shop().products
  const gift = await client().sell([{ productId: tea, price: 3, quantity: 1 }], {
    discount: 4,
    shippingFees: 5,
  })
  expect(gift.totalAmount).toBe(4)
  const answer = await client().tryReturn(gift, [{ line: 0, quantity: 1 }], {
    shippingRefund: 4.01,
  })
  expect(messagesOf(answer)).toEqual(['shippingRefund: The shipping refund can be at most $4.00.'])
  const taken = await client().takeBack(gift, [{ line: 0, quantity: 1 }], { shippingRefund: 4 })
  expect(taken).toMatchObject({ refund: 0, totalRefund: 4 })
})

const foreign = { saleDetailId: 2_000_000_000, quantity: 1, restock: true }

test.each<[name: string, change: (line: number) => object, messages: string[]]>([
  [
    'without lines and without a refund',
    () => ({ lines: [], refund: 0 }),
    ['lines: Please select at least one item, or enter a refund.'],
  ],
  ['without a day', () => ({ returnDate: undefined }), ['returnDate: Please select a date.']],
  [
    'of more than was sold',
    (id) => ({ lines: [{ saleDetailId: id, quantity: 4, restock: true }] }),
    ['lines.0.quantity: At most 3 can be returned.'],
  ],
  [
    'of a line of another sale',
    () => ({ lines: [foreign] }),
    ['lines.0.saleDetailId: There is no such line in this sale.'],
  ],
  [
    'with a line twice',
    (id) => ({
      lines: [1, 1].map((quantity) => ({ saleDetailId: id, quantity, restock: true })),
    }),
    ['lines.1.saleDetailId: A return has one line for each line of its sale'],
  ],
  [
    'of half an item',
    (id) => ({ lines: [{ saleDetailId: id, quantity: 0.5, restock: true }] }),
    ['lines.0.quantity: Quantity must be a whole number from 1 to 1,000,000'],
  ],
  [
    'that does not say where the items go',
    (id) => ({ lines: [{ saleDetailId: id, quantity: 1 }] }),
    ['lines.0.restock: restock must be true or false'],
  ],
  ['with a negative refund', () => ({ refund: -1 }), ['refund: Refund cannot be negative']],
  [
    'with a fraction of a cent',
    () => ({ refund: 0.001 }),
    ['refund: Refund must have at most two decimals'],
  ],
])('a return %s is refused and stores nothing', async (_, change, messages) => {
  const before = await shop().stock()
  const more = change(sale().saleDetails[0]?.id ?? 0) as Partial<ReturnInput>
  const answer = await client().tryReturn(sale(), [{ line: 0, quantity: 1 }], more)
  expect(answer.status).toBe(422)
  expect(messagesOf(answer)).toEqual(messages)
  expect(await client().returnsOf(sale().saleId)).toEqual([])
  expect(await shop().stock()).toEqual(before)
})

test('a return of an unknown or a deleted sale is a 404', async () => {
  await client().remove(`/sales/${sale().saleId}`)
  for (const saleId of [sale().saleId, 2_000_000_000]) {
    const answer = await client().tryReturn({ ...sale(), saleId }, [{ line: 0, quantity: 1 }])
    expect([answer.status, Object(answer.body).type]).toEqual([
      404,
      'urn:stockie:problem:not-found',
    ])
  }
})

test('the same key answers the same return, also after its deletion, and another body is a 409', async () => {
  const key = { 'Idempotency-Key': `return-${sale().saleId}` }
  const send = (quantity: number) => client().tryReturn(sale(), [{ line: 0, quantity }], {}, key)
  const [first, again] = [await send(1), await send(1)]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect((await send(2)).status).toBe(409)
  await client().remove(`/returns/${Object(first.body).id}`)
  const afterwards = await send(1)
  expect([afterwards.status, afterwards.headers.get(deletedSinceHeader)]).toEqual([201, 'true'])
  expect(await client().returnsOf(sale().saleId)).toEqual([])
})

test('returns are listed by their own days, newest first', async () => {
  const days = ['2026-11-20', '2026-11-22', '2026-11-21']
  for (const returnDate of days)
    await client().takeBack(sale(), [{ line: 0, quantity: 1 }], { returnDate })
  const daysIn = async (query: string) =>
    (
      (await client().read(`/returns?saleId=${sale().saleId}${query}`)) as { returnDate: string }[]
    ).map(({ returnDate }) => returnDate)
  expect(await daysIn('')).toEqual(days.toSorted().toReversed())
  expect(await daysIn('&startDate=2026-11-21&endDate=2026-11-21')).toEqual(['2026-11-21'])
})
