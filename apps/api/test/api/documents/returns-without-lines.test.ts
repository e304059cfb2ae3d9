import type { ReturnInput } from '@stockie/contracts'
import { expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { openReturnShop } from './return-shop'

/** Three teas at $1, less $2 discount plus $5 shipping. */
const { api, shop, client, sale } = openReturnShop((seller, [tea]) =>
  seller.sell([{ productId: tea, price: 1, quantity: 3 }], { discount: 2, shippingFees: 5 }),
)

const takeTea = (more: Partial<ReturnInput> = {}) =>
  client().takeBack(sale(), [{ line: 0, quantity: 1 }], more)
const payBack = (more: Partial<ReturnInput>) => client().takeBack(sale(), [], more)
const messagesOf = ({ body }: { body: unknown }) =>
  Object(body).errors.map(({ path, message }: Record<string, string>) => `${path}: ${message}`)

test('what is left of the refund and of the shipping fees is paid back after the last item', async () => {
  const totalSales = async () =>
    Object(await client().read('/reports/profit-summary?startDate=2026-11-20&endDate=2026-11-20'))
      .totalSales as number
  const before = await totalSales()
  await client().takeBack(sale(), [{ line: 0, quantity: 3 }], { refund: 0.25 })
  const stock = await shop().stock()
  const tooMuch = await client().tryReturn(sale(), [], { refund: 0.76, shippingRefund: 5.01 })
  expect(messagesOf(tooMuch)).toEqual([
    'refund: The refund can be at most $0.75.',
    'shippingRefund: The shipping refund can be at most $5.00.',
  ])
  const paid = await payBack({ refund: 0.75, shippingRefund: 5, remark: 'As agreed' })
  expect(paid).toMatchObject({
    lines: [],
    proposedRefund: 0,
    refund: 0.75,
    shippingRefund: 5,
    totalRefund: 5.75,
    remark: 'As agreed',
  })
  expect((await client().returnsOf(sale().saleId))[0]).toEqual(paid)
  expect(await client().read(`/sales/${sale().saleId}`)).toMatchObject({ returnedAmount: 6 })
  expect(await shop().stock()).toEqual(stock)
  expect(await totalSales()).toBe(before - 6)
  const nothing = await client().tryReturn(sale(), [], { shippingRefund: 0.01 })
  expect(messagesOf(nothing)).toEqual(['shippingRefund: There are no shipping fees to refund.'])
})

test('a return without lines counts in the day, and moves no product', async () => {
  const returnDate = '2026-11-23'
  const product = `/products/${shop().products[0]}`
  const read = (path: string) => client().read(path)
  const linesPath = `${product}/lines?startDate=${returnDate}&endDate=${returnDate}`
  const before = [await read(`${product}/movements`), await read(linesPath)]
  await payBack({ shippingRefund: 2, returnDate })
  expect([await read(`${product}/movements`), await read(linesPath)]).toEqual(before)
  const range = `startDate=${returnDate}&endDate=${returnDate}`
  expect(await read(`/reports/sales-breakdown?${range}`)).toMatchObject({
    returns: 1,
    returnedLineTotals: 0,
    refunds: 0,
    shippingRefunds: 2,
    totalSales: -2,
  })
  expect(await read(`/reports/daily?${range}`)).toMatchObject([{ totalReturns: 2 }])
  const broken = await withClient(api().databaseProxy.url, (connection) =>
    readBrokenInvariants(connection),
  )
  expect(broken).toEqual([])
})

test('a return without lines takes no cent of the goods that are left by rounding', async () => {
  const [first, second, third] = [await takeTea(), await takeTea(), await takeTea()]
  expect([first, second, third].map(({ refund }) => refund)).toEqual([0.33, 0.34, 0.33])
  await client().remove(`/returns/${second.id}`)
  expect(await payBack({ shippingRefund: 1 })).toMatchObject({ proposedRefund: 0, refund: 0 })
  expect(await takeTea()).toMatchObject({ proposedRefund: 0.34, refund: 0.34 })
})

test('a deleted return without lines is restored with its amounts, unless they were paid back since', async () => {
  await client().takeBack(sale(), [{ line: 0, quantity: 3 }], { refund: 0 })
  const { id } = await payBack({ refund: 1, shippingRefund: 5 })
  await client().remove(`/returns/${id}`)
  expect((await client().restore('returns', id)).status).toBe(200)
  expect((await client().returnsOf(sale().saleId))[0]).toMatchObject({
    refund: 1,
    shippingRefund: 5,
  })
  await client().remove(`/returns/${id}`)
  await payBack({ shippingRefund: 0.01 })
  const answer = await client().restore('returns', id)
  expect([answer.status, Object(answer.body).detail]).toEqual([
    409,
    'More would be refunded than was paid for the sale.',
  ])
})
