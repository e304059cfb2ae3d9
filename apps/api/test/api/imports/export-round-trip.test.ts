import type { ImportResource } from '@stockie/contracts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Archive, downloadArchive, readCsv } from '#test/export/archive-reader'
import { createImportClient } from '#test/support/import-client'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let first: TestApi
let second: TestApi
beforeEach(async () => {
  first = await startTestApi()
  second = await startTestApi()
  await first.pool.query(`insert into shop_keys (key) values ('11111111')`)
  await second.pool.query(`insert into shop_keys (key) values ('22222222')`)
})
afterEach(async () => {
  await first.stop()
  await second.stop()
})

/** Categories before what they group. */
const resources: ImportResource[] = [
  'categories',
  'expense-categories',
  'products',
  'customers',
  'suppliers',
  'expenses',
]

const piece = fc.constantFrom(
  '=',
  "'",
  '+',
  '-',
  '@',
  '"',
  ',',
  ';',
  '\t',
  '_x0041_',
  'é',
  '☕',
  '🎈',
  '1',
  '0',
  'Tea',
  ' ',
  '#N/A',
)
const lineBreak = fc.constantFrom('\n', '\r\n', ' ')
const name = fc
  .string({ unit: piece, minLength: 1, maxLength: 6 })
  .filter((text) => text.trim() !== '')
const longText = fc
  .array(name, { maxLength: 3 })
  .chain((lines) => lineBreak.map((end) => lines.join(end)))
const whole = fc.integer({ min: 1, max: 1_000_000_000 })
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
/** Few names, so that several records have one. */
const fewNames = fc.oneof(name, fc.constantFrom('Tea', "'Tea"))
const list = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 8 })

const categoryNames = fc.uniqueArray(name, {
  minLength: 2,
  maxLength: 4,
  selector: (text) => text.trim(),
})
const contact = fc.record({
  name: fewNames,
  email: optional(fc.constantFrom('a@b.example', "o'neil+x@b.example")),
  phone: optional(fc.constantFrom('+44 20', '-1', '0012')),
  address: longText,
})
const product = fc.record({
  name: fewNames,
  description: longText,
  price: whole,
  cost: whole,
  stock: fc.integer({ min: 0, max: 1_000_000_000 }),
  category: fc.nat(),
})
const expense = fc.record({
  name: fewNames,
  amount: whole,
  description: longText,
  date: day,
  category: fc.nat(),
})
const codes = fc.uniqueArray(
  fc.constantFrom('007', '-7', '=7', "'7", '1e5', '4006381333931', 'a b', '@'),
)

const records = fc.record({
  categories: categoryNames,
  expenseCategories: categoryNames,
  customers: list(contact),
  suppliers: list(contact),
  products: list(product),
  codes,
  expenses: list(expense),
})

type Records = typeof records extends fc.Arbitrary<infer Value> ? Value : never

/** Adds the records as the screens do, sells a product below zero, and deletes a category of each kind. */
async function fillShop(api: TestApi, shop: TestShop, given: Records): Promise<void> {
  const client = createShopClient(api, shop)
  const add = async (path: string, body: object): Promise<number> => {
    const answer = await api.call(`/${path}`, { token: shop.token, body })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`)
    return Object(answer.body).id
  }
  const addAll = async (path: string, bodies: readonly object[]) => {
    const ids: number[] = []
    for (const body of bodies) ids.push(await add(path, body))
    return ids
  }
  const toName = (text: string) => ({ name: text })
  const categories = await addAll('categories', given.categories.map(toName))
  const groups = await addAll('expense-categories', given.expenseCategories.map(toName))
  const pick = (ids: readonly number[], place: number) => ids[place % ids.length] ?? 0
  const products = await addAll(
    'products',
    given.products.map(({ category, ...rest }, place) => ({
      ...rest,
      categoryId: pick(categories, category),
      code: given.codes[place] ?? null,
    })),
  )
  await addAll('customers', given.customers)
  await addAll('suppliers', given.suppliers)
  await addAll(
    'expenses',
    given.expenses.map(({ category, ...rest }) => ({
      ...rest,
      expenseCategoryId: pick(groups, category),
    })),
  )
  const { price = 1, stock = 0 } = given.products[0] ?? {}
  if (stock < 1000) {
    await client.sell('2026-11-21', [
      { productId: products[0] ?? 0, price: Math.min(price, 100), quantity: stock + 1 },
    ])
  }
  expect((await client.remove(`/categories/${categories[0]}`)).status).toBe(204)
  expect((await client.remove(`/expense-categories/${groups[0]}`)).status).toBe(204)
}

type Row = Record<string, string>

/** Whether an empty shop accepts the row: it has a category, and its stock is not below zero. */
const isImportable = (row: Row) => row['Category'] !== '' && !row['Stock']?.startsWith('-')

function withoutIds(archive: Archive, resource: ImportResource): Row[] {
  return readCsv(archive, resource).rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([title]) => !/^ID |^Entered$/.test(title))),
  )
}

async function clearShop({ pool }: TestApi): Promise<void> {
  await pool.query(`
    set session_replication_role = replica;
    truncate import_changes, import_rows, import_plans, stock_movements, imports, products, categories, customers,
      suppliers, expenses, expense_categories, sales, sale_lines cascade;
    reset session_replication_role`)
}

const runs = 5

test('an export that is imported into an empty shop and exported again is the same file but for ids @long', async () => {
  const { token } = await openTestShop(second)
  const there = createImportClient(second, token)
  await fc.assert(
    fc.asyncProperty(records, async (given) => {
      await clearShop(first)
      await clearShop(second)
      const shop = await openTestShop(first)
      await fillShop(first, shop, given)
      const exported = await downloadArchive(first, shop.token)
      const here = createImportClient(first, shop.token)
      for (const resource of resources) {
        const file = exported.get(`${resource}.csv`) ?? ''
        const rows = withoutIds(exported, resource)
        const importable = rows.filter(isImportable)
        const own = await here.preview((await here.upload(resource, file)).id)
        expect(own).toMatchObject({ resource, counts: { ...none, unchanged: rows.length } })
        const { id } = await there.upload(resource, file)
        const { counts } = await there.preview(id)
        expect({ resource, counts }).toEqual({
          resource,
          counts: { ...none, new: importable.length, refused: rows.length - importable.length },
        })
        expect(await there.run(id, 'commit')).toMatchObject({ state: 'committed', error: null })
      }
      const again = await downloadArchive(second, token)
      for (const resource of resources) {
        expect(withoutIds(again, resource)).toEqual(
          withoutIds(exported, resource).filter(isImportable),
        )
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
}, 120_000)

const none = { new: 0, changed: 0, unchanged: 0, refused: 0, duplicates: 0 }
