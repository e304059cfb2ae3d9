import { products } from '@stockie/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
beforeEach(async () => {
  api ??= await startTestApi()
  await api.pool.query(`
    set session_replication_role = replica;
    delete from import_changes; delete from import_rows; delete from import_plans; delete from stock_movements;
    delete from imports; delete from products; delete from categories; delete from customers; delete from suppliers;
    delete from expenses; delete from expense_categories; reset session_replication_role`)
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
})
afterAll(() => api.stop())

async function listProducts() {
  const { body } = await api.call('/products', { token: shop.token })
  return products.row.array().parse(body)
}

const header = 'Product Name,Code,Category,Cost,Price,Stock,Description'

test('an import adds, changes and leaves products, and moves their stock through the ledger', async () => {
  const [tea] = shop.products
  const file = `${header}\nTea,,Drinks,2,4,90,Green\nRice,,Drinks,4,5,100,\nCocoa,4006381333931,Drinks,3,8,12,\n`
  const { id, mapping, options } = await client.upload('products', file)
  expect(options).toMatchObject({ matchBy: 'auto', createCategories: false, choices: [] })
  expect(mapping).toEqual({
    name: [0],
    code: [1],
    categoryName: [2],
    cost: [3],
    price: [4],
    stock: [5],
    description: [6],
  })
  const preview = await client.preview(id)
  expect(preview.counts).toEqual({ new: 1, changed: 1, unchanged: 1, refused: 0, duplicates: 0 })
  expect(preview.rows.changed[0]).toMatchObject({
    line: 2,
    record: { id: tea, name: 'Tea' },
    changes: [
      { field: 'price', before: 3, after: 4 },
      { field: 'description', before: null, after: 'Green' },
      { field: 'stock', before: 100, after: 90 },
    ],
  })
  expect(await listProducts()).toHaveLength(3)
  expect(await client.run(id, 'commit')).toMatchObject({ state: 'committed', done: 2, total: 2 })
  expect(await listProducts()).toMatchObject([
    { name: 'Tea', price: 4, stock: 90, description: 'Green', version: 2 },
    { name: 'Rice', price: 5, stock: 100, version: 1 },
    { name: 'Oil' },
    { name: 'Cocoa', code: '4006381333931', cost: 3, price: 8, stock: 12, categoryName: 'Drinks' },
  ])
  await shop.stock()
  const { rows } = await api.pool.query(
    `select delta, reason, import_id from stock_movements where import_id is not null order by product_id`,
  )
  expect(rows).toEqual([
    { delta: -10, reason: 'import', import_id: id },
    { delta: 12, reason: 'import', import_id: id },
  ])
  const again = await client.importFile('products', file)
  expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 3, refused: 0, duplicates: 0 })
})

test('an undo deletes what an import created and gives the rest its former fields and stock', async () => {
  const file = `${header}\nTea,123,Hot drinks,2,4,90,Green\nCocoa,,Hot drinks,3,8,12,\n`
  const { id } = await client.importFile('products', file, { options: { createCategories: true } })
  const undone = await client.run(id, 'revert')
  expect(undone).toMatchObject({
    state: 'reverted',
    undo: { deleted: 2, changedBack: 1, kept: 0, keptRecords: [] },
  })
  expect(await listProducts()).toMatchObject([
    { name: 'Tea', price: 3, code: null, stock: 100, description: null, categoryName: 'Drinks' },
    { name: 'Rice' },
    { name: 'Oil' },
  ])
  await shop.stock()
})
