import type { DaySheet } from '@stockie/contracts'
import { expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { retryWhileBusy } from '#test/support/http-clients'
import { cashCountBody } from '#test/support/writes/day-sheet-write-cases'
import { withClient } from '#test/support/database/database-server'
import type { Answer } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'
import { day, today, openDayShop } from './day-shop'

const { api, shop, calls, readDay, count, store, countRows } = openDayShop()

const messagesOf = ({ body }: Answer) =>
  Object(body).errors?.map(({ path, message }: Record<string, string>) => `${path}: ${message}`)

test('a count stores its inputs, the expected cash, the difference, and the figures of the moment', async () => {
  const [tea] = shop().products
  const sale = await calls().sell(day, [{ productId: tea, quantity: 10 }], {
    discount: 0.1,
    totalAmount: 29.9,
  })
  const { figures } = await readDay()
  const stored = await store()
  // 100 of the float, 29.90 sold, 10.50 not in cash and 4.25 taken out; 3 x 0.05 and 5 x 20 counted.
  expect(stored).toEqual({
    id: expect.any(Number),
    ...cashCountBody({ date: day }),
    countedTotal: 100.15,
    expectedCash: 115.15,
    difference: -15,
    figures,
    createdAt: expect.any(String),
    createdByName: shop().user.name,
  })
  const bySum = await store({ counted: { sum: 115.15 }, remark: 'Counted twice' })
  expect(bySum).toMatchObject({ difference: 0, counted: { sum: 115.15 }, remark: 'Counted twice' })
  expect(await readDay()).toMatchObject({
    sheetCount: 2,
    sheets: [
      { ...bySum, isCurrent: true },
      { ...stored, isCurrent: true },
    ],
  })
  await calls().remove(`/sales/${sale}`)
  const later: DaySheet = await readDay()
  expect(later.figures).toMatchObject({ sales: 0, totalSales: 0, deletedSales: { count: 1 } })
  expect(later.sheets).toEqual([
    { ...bySum, isCurrent: false },
    { ...stored, isCurrent: false },
  ])
  await calls().restore('sales', [sale])
  expect((await readDay()).sheets.map(({ isCurrent }) => isCurrent)).toEqual([true, true])
  expect((await readDay('2026-11-03')).sheets).toEqual([])
  const broken = await withClient(api().databaseProxy.url, (client) => readBrokenInvariants(client))
  expect(broken.filter(({ name }) => name.includes('day_sheets'))).toEqual([])
})

test('a day may pay back more by card than it is paid by card', async () => {
  const body = { openingFloat: 100, paidOtherwise: -7.25, takenOut: [], counted: { sum: 107.25 } }
  const { figures, ...stored } = await store({ ...body, date: '2026-11-02' })
  expect(figures.totalSales).toBe(0)
  expect(stored).toMatchObject({ paidOtherwise: -7.25, expectedCash: 107.25, difference: 0 })
})

test('only what was typed is needed: the rest of a count has defaults', async () => {
  const body = { date: day, openingFloat: 0, counted: { sum: 0 } }
  const { status, body: stored } = await api().call('/day-sheets', { token: shop().token, body })
  expect({ status, stored }).toMatchObject({
    status: 201,
    stored: { paidOtherwise: 0, takenOut: [], remark: null },
  })
})

test.each<[string, Record<string, unknown>, string]>([
  ['a day after today', { date: '2999-01-01' }, 'date: Please select a day up to today.'],
  ['no day', { date: undefined }, 'date: Please select a date.'],
  [
    'an impossible day',
    { date: '2026-02-30' },
    'date: Date must be a real day, written yyyy-MM-dd',
  ],
  ['a negative float', { openingFloat: -1 }, 'openingFloat: Opening float cannot be negative'],
  ['no float', { openingFloat: undefined }, 'openingFloat: Opening float must be a number'],
  [
    'a fraction of a cent',
    { paidOtherwise: 0.001 },
    'paidOtherwise: Paid by card and otherwise must have at most two decimals',
  ],
  ['no count', { counted: {} }, 'counted: Count the cash either as a sum or by coins and notes.'],
  [
    'two counts',
    { counted: { sum: 1, pieces: [] } },
    'counted: Count the cash either as a sum or by coins and notes.',
  ],
  ['a negative sum', { counted: { sum: -1 } }, 'counted.sum: Counted cash cannot be negative'],
  [
    'an unknown note',
    { counted: { pieces: [{ value: 3, count: 1 }] } },
    'counted.pieces.0.value: The value of a coin or note must be one of 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100',
  ],
  [
    'a coin counted twice',
    {
      counted: {
        pieces: [
          { value: 1, count: 1 },
          { value: 1, count: 2 },
        ],
      },
    },
    'counted.pieces.1.value: Each coin and note may be counted only once',
  ],
  ...[-1, 1.5, 100_001, '1'].map((pieces): [string, Record<string, unknown>, string] => [
    `${JSON.stringify(pieces)} coins`,
    { counted: { pieces: [{ value: 1, count: pieces }] } },
    'counted.pieces.0.count: The number of a coin or note must be a whole number from 0 to 100,000',
  ]),
  [
    'cash taken out without a reason',
    { takenOut: [{ amount: 1, reason: ' ' }] },
    'takenOut.0.reason: Please enter a reason.',
  ],
  [
    'nothing taken out',
    { takenOut: [{ amount: 0, reason: 'Bank' }] },
    'takenOut.0.amount: The amount must be more than 0',
  ],
  [
    'a long reason',
    { takenOut: [{ amount: 1, reason: 'x'.repeat(201) }] },
    'takenOut.0.reason: Reason must have at most 200 characters',
  ],
  [
    '21 amounts taken out',
    { takenOut: Array.from({ length: 21 }, () => ({ amount: 1, reason: 'Bank' })) },
    'takenOut: The cash taken out must be a list of at most 20 amounts with a reason',
  ],
  [
    'a long remark',
    { remark: 'x'.repeat(2001) },
    'remark: Remark must have at most 2,000 characters',
  ],
])('a count with %s is a 422 and stores nothing', async (_name, changes, message) => {
  const before = await countRows()
  const answer = await count(changes, { 'Idempotency-Key': 'of-a-refused-count' })
  expect({ status: answer.status, messages: messagesOf(answer) }).toEqual({
    status: 422,
    messages: [message],
  })
  expect(await countRows()).toBe(before)
})

test('today is a day up to today, and the day after is not', async () => {
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000)
    .toISOString()
    .slice(0, 10)
  expect((await count({ date: today })).status).toBe(201)
  expect((await count({ date: tomorrow })).status).toBe(422)
})

test('a repeated key answers the first count, also after the day changed, and counts once', async () => {
  const headers = { 'Idempotency-Key': 'the-count' }
  const first = await count({}, headers)
  await calls().sell(day, [{ productId: shop().products[0] }])
  const again = await count({}, headers)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(again.headers.has('stockie-deleted-since')).toBe(false)
  expect((await readDay()).sheetCount).toBe(1)
  const other = await count({ openingFloat: 99 }, headers)
  expect(other.status).toBe(409)
  const cashier = await createUser(api().pool, 3)
  const token = api().tokens.sign({ userId: cashier.id, version: 0 })
  const theirs = await api().call('/day-sheets', {
    token,
    body: cashCountBody({ date: day }),
    headers,
  })
  expect(theirs.body).toMatchObject({ createdByName: cashier.name })
  expect((await readDay()).sheetCount).toBe(2)
})

test('ten counts with one key at the same moment store a single count', async () => {
  const headers = { 'Idempotency-Key': 'at-once' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => retryWhileBusy(() => count({}, headers))),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect((await readDay()).sheetCount).toBe(1)
})

test.each(['update day_sheets set remark = null', 'delete from day_sheets', 'truncate day_sheets'])(
  'the database refuses "%s" of a stored count',
  async (sql) => {
    const stored = await store()
    await expect(api().pool.query(sql)).rejects.toMatchObject({
      constraint: 'day_sheets_append_only',
    })
    expect((await readDay()).sheets).toMatchObject([{ id: stored.id, remark: null }])
  },
)
