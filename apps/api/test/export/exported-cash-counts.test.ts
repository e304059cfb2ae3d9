import { daySheets } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { cashCountBody } from '#test/support/writes/day-sheet-write-cases'
import { type Archive, downloadArchive, parseRecords, readCsv } from './archive-reader'

const day = '2026-11-02'
let api: TestApi
let shop: TestShop
let archive: Archive

beforeAll(async () => {
  // Midnight in the store is 11:00 of the day before in UTC.
  api = await startTestApi({ timeZone: 'Pacific/Auckland' })
  shop = await openTestShop(api)
  const client = createShopClient(api, shop)
  const sale = await client.sell(day, [{ productId: shop.products[0], quantity: 10, price: 3 }])
  const count = async (changes: Record<string, unknown>) => {
    const body = cashCountBody({ date: day, ...changes })
    expect((await api.call('/day-sheets', { token: shop.token, body })).status).toBe(201)
  }
  await count({
    takenOut: [
      { amount: 4.25, reason: '=1+1' },
      { amount: 0.1, reason: 'Tea, "fine"' },
    ],
  })
  await count({ counted: { sum: 0.05 }, takenOut: [], remark: '-5' })
  await client.remove(`/sales/${sale}`)
  await count({ counted: { pieces: [] }, takenOut: [{ amount: 7, reason: 'Bank' }] })
  archive = await downloadArchive(api, shop.token)
})
afterAll(() => api.stop())

async function readCounts() {
  const { body } = await api.call(`/day-sheets?date=${day}`, { token: shop.token })
  return daySheets.row.parse(body).sheets.toReversed()
}

test('cash-counts.csv has a row for each count, with the figures of its moment', async () => {
  const counts = await readCounts()
  expect(counts.map(({ figures }) => figures.totalSales)).toEqual([30, 30, 0])
  expect(readCsv(archive, 'cash-counts').rows).toEqual(
    counts.map((count) => ({
      'Cash count ID': String(count.id),
      Day: day,
      'Opening float': String(count.openingFloat),
      'Counted cash': String(count.countedTotal),
      'Paid by card and otherwise': String(count.paidOtherwise),
      'Cash taken out': String(count.takenOut.reduce((sum, { amount }) => sum + amount, 0)),
      'Sales Total': String(count.figures.totalSales),
      'Expected cash': String(count.expectedCash),
      Difference: String(count.difference),
      Remark: count.remark ?? '',
      Time: count.createdAt,
      'Counted by': count.createdByName,
    })),
  )
})

test('cash-count-pieces.csv and cash-taken-out.csv have the coins, notes and reasons of each count in their order', async () => {
  const counts = await readCounts()
  expect(readCsv(archive, 'cash-count-pieces').rows).toEqual(
    counts.flatMap(({ id, counted }) =>
      (counted.pieces ?? []).map(({ value, count }) => ({
        'Cash count ID': String(id),
        'Coin or note': String(value),
        Count: String(count),
      })),
    ),
  )
  expect(readCsv(archive, 'cash-taken-out').rows).toEqual(
    counts.flatMap(({ id, takenOut }) =>
      takenOut.map(({ amount, reason }) => ({
        'Cash count ID': String(id),
        Amount: String(amount),
        Reason: reason,
      })),
    ),
  )
  const rows = ['cash-count-pieces', 'cash-taken-out'].map((name) => readCsv(archive, name).rows)
  expect(rows.map(({ length }) => length)).toEqual([2, 3])
})

test('remarks and reasons that begin like formulas cannot run, and negative amounts stay numbers', () => {
  const cells = (name: string) =>
    parseRecords(archive.get(name) ?? '')
      .slice(1)
      .flat()
  expect(cells('cash-taken-out.csv')).toContain("'=1+1")
  expect(cells('cash-counts.csv')).toEqual(expect.arrayContaining(["'-5", '-119.45']))
})
