import type { StockCountDetail } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { createCountClient } from '#test/support/count-client'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { cellsOf, downloadArchive, readCsv } from './archive-reader'

async function openCountedShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const counts = createCountClient(api, shop)
  const { sell } = createShopClient(api, shop)
  const [tea, rice, oil] = shop.products
  const sheets = [
    [{ name: '=1+1', categoryId: shop.categoryId }, ['finish', 'post']],
    [{ productIds: [tea, oil] }, ['finish', 'post', 'undo']],
    [{ name: 'Twice', blind: true }, ['finish', 'discard']],
    [{ productIds: [rice] }, []],
  ] as const
  for (const [index, [body, steps]] of sheets.entries()) {
    const id = await counts.open(body)
    await counts.enter(id, tea, { counted: 90 + index })
    await counts.enter(id, tea, { counted: 1, mode: 'add' })
    await sell('2026-11-27', [{ productId: tea, quantity: 2 }])
    for (const step of steps) expect((await counts.step(id, step)).status).toBe(200)
  }
  const archive = await downloadArchive(api, shop.token)
  const details: StockCountDetail[] = []
  for (const { id } of (await counts.list()).toReversed()) details.push(await counts.read(id))
  return { archive, details }
}

test('the files of stock counts have a row for each count and each of its products @long', async () => {
  const { archive, details } = await openCountedShop()
  expect(details.map(({ state }) => state)).toEqual(['posted', 'undone', 'discarded', 'open'])
  const stepFields = ['Finished', 'Posted', 'Undone', 'Discarded'].flatMap((title) => [
    [title, `${title.toLowerCase()}At`],
    [`${title} by`, `${title.toLowerCase()}ByName`],
  ])
  const fields = {
    'Count ID': 'id',
    Name: 'name',
    Category: 'categoryName',
    Blind: 'word',
    State: 'state',
    Products: 'products',
    Counted: 'counted',
    Differing: 'differing',
    Units: 'units',
    Value: 'value',
    Started: 'createdAt',
    'Started by': 'createdByName',
    ...Object.fromEntries(stepFields),
  }
  expect(readCsv(archive, 'stock-counts')).toEqual({
    titles: Object.keys(fields),
    rows: details.map(({ lines: _lines, blind, ...count }) => {
      const row = { ...count, word: blind ? 'yes' : 'no' }
      const sums = { differing: null, units: null, value: null }
      return cellsOf(count.postedAt === null ? { ...row, ...sums } : row, fields)
    }),
  })
  const lineFields = {
    'Count ID': 'countId',
    'Product ID': 'productId',
    'Product Name': 'name',
    Counted: 'counted',
    Stock: 'stock',
    Difference: 'difference',
    'Unit Cost': 'cost',
    Entries: 'entries',
    Time: 'countedAt',
    'Counted by': 'countedByName',
  }
  // Nothing corrected the stock between a number and its count's end, so what was expected is the stock of its moment.
  expect(readCsv(archive, 'stock-count-lines')).toEqual({
    titles: Object.keys(lineFields),
    rows: details.flatMap(({ id, postedAt, lines }) =>
      lines.map(({ isDeleted: _isDeleted, ...line }) => {
        const row = { ...line, countId: id, stock: line.counted === null ? null : line.expected }
        const isPosted = postedAt !== null && line.counted !== null
        return cellsOf(isPosted ? row : { ...row, difference: null, cost: null }, lineFields)
      }),
    ),
  })
})
