import { readFile } from 'node:fs/promises'
import { expenses } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
})
afterAll(() => api.stop())

const read = (name: string) => readFile(new URL(`files/${name}`, import.meta.url))

const rows = [
  {
    name: 'Bürotür',
    amount: 1200,
    description: 'Größe 2 × 3 m',
    expenseCategoryName: 'Räume',
    date: '2026-02-28',
  },
  {
    name: "'quoted",
    amount: 601,
    description: 'First; line\n"Second", line',
    expenseCategoryName: 'Räume',
    date: '1999-12-31',
  },
  {
    name: '=1+1',
    amount: 7,
    description: '+44 20',
    expenseCategoryName: '@home',
    date: '2026-03-04',
  },
]

test.each([
  'expenses-comma.csv',
  'expenses-semicolon.csv',
  'expenses-windows-1252.csv',
  'expenses.xlsx',
])('a preview reads the rows of the first sheet that LibreOffice wrote to %s', async (name) => {
  const { id } = await client.upload('expenses', await read(name))
  const preview = await client.preview(id, { options: { createCategories: true } })
  expect(preview.counts).toMatchObject({ new: 3, refused: 0 })
  expect(preview.rows.new.map(({ values }) => values)).toMatchObject(rows)
})

test('the same rows in another file of LibreOffice are unchanged after the import of the first one @long', async () => {
  const options = { createCategories: true }
  await client.importFile('expenses', await read('expenses.xlsx'), { options })
  const { body } = await api.call('/expenses', { token: shop.token })
  const stored = expenses.row.array().parse(body)
  expect(stored.map(({ day }) => day).toSorted()).toEqual([
    '1999-12-31',
    '2026-02-28',
    '2026-03-04',
  ])
  for (const name of ['expenses-windows-1252.csv', 'expenses.xlsx']) {
    const { id } = await client.upload('expenses', await read(name))
    expect((await client.preview(id)).counts).toMatchObject({ unchanged: 3, new: 0, refused: 0 })
  }
})
