import { customers, products } from '@stockie/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { saleKind } from '#test/support/document-kinds'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
beforeEach(async () => {
  await api?.stop()
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
})
afterAll(() => api.stop())

const header = 'Product Name,Code,Category,Cost,Price,Stock\n'

async function findProduct(name: string) {
  const { body } = await api.call('/products', { token: shop.token })
  const product = products.row
    .array()
    .parse(body)
    .find((row) => row.name === name)
  if (!product) throw new Error(`There is no product ${name}.`)
  return product
}

async function edit(name: string, changes: object, { token } = shop): Promise<void> {
  const { id, ...product } = await findProduct(name)
  const body = { ...product, baseStock: product.stock, ...changes }
  const { status, text } = await api.call(`/products/${id}`, {
    method: 'PUT',
    token,
    body,
  })
  if (status !== 200) throw new Error(text)
}

async function sell(name: string, quantity = 1, seller = shop): Promise<void> {
  const { id, price } = await findProduct(name)
  const body = saleKind.body(seller, [{ productId: id, price, quantity }])
  const { status, text } = await api.call('/sales', { token: seller.token, body })
  if (status !== 201) throw new Error(text)
}

async function findBen(): Promise<number> {
  const { body } = await api.call('/customers', { token: shop.token })
  const ben = customers.row
    .array()
    .parse(body)
    .find(({ name }) => name === 'Ben')
  if (!ben) throw new Error('There is no customer Ben.')
  return ben.id
}

test('an undo leaves created products alone that were sold or changed since, and names them', async () => {
  const file = `${header}Cocoa,,Drinks,3,8,12\nMate,,Drinks,3,8,12\nCola,,Drinks,3,8,12\n`
  const { id } = await client.importFile('products', file)
  await sell('Cocoa')
  await edit('Mate', { price: 9 })
  const { undo } = await client.run(id, 'revert')
  expect(undo).toMatchObject({
    deleted: 1,
    changedBack: 0,
    kept: 2,
    keptRecords: [
      { name: 'Cocoa', resource: 'products', reason: 'It was sold since.' },
      { name: 'Mate', resource: 'products', reason: 'It was changed since.' },
    ],
  })
  expect(await findProduct('Cocoa')).toMatchObject({ stock: 11 })
  await expect(findProduct('Cola')).rejects.toThrow('no product')
  await shop.stock()
})

test('an undo gives back only the fields that are still as imported, and takes the stock difference back @long', async () => {
  const { id } = await client.importFile('products', `${header}Tea,77,Drinks,4,9,60\n`)
  await edit('Tea', { price: 10 })
  await sell('Tea', 5)
  const { undo } = await client.run(id, 'revert')
  expect(undo).toMatchObject({
    changedBack: 0,
    kept: 1,
    keptRecords: [{ name: 'Tea', reason: 'Some of its fields were changed since.' }],
  })
  expect(await findProduct('Tea')).toMatchObject({ cost: 2, price: 10, code: null, stock: 95 })
  await shop.stock()
})

test('an undo leaves changed products alone that were deleted since @long', async () => {
  const { id } = await client.importFile('products', `${header}Tea,,Drinks,4,9,60\n`)
  const tea = await findProduct('Tea')
  await api.call(`/products/${tea.id}`, { method: 'DELETE', token: shop.token })
  const { undo } = await client.run(id, 'revert')
  expect(undo).toMatchObject({ kept: 1, keptRecords: [{ reason: 'It was deleted since.' }] })
  await api.call('/products/restore', { token: shop.token, body: { ids: [tea.id] } })
  expect(await findProduct('Tea')).toMatchObject({ price: 9, stock: 60 })
})

test('an undo keeps the new code of a product if another product has the former one by now @long', async () => {
  await edit('Tea', { code: '1' })
  const file = 'ID,Product Name,Code\n'
  const { id } = await client.importFile('products', `${file}${shop.products[0]},Tea,2\n`)
  await edit('Rice', { code: '1' })
  const { undo } = await client.run(id, 'revert')
  expect(undo).toMatchObject({ kept: 1, changedBack: 0 })
  expect(await findProduct('Tea')).toMatchObject({ code: '2' })
})

test('an import is undone once, and the same request finds its result', async () => {
  const { id } = await client.importFile('products', `${header}Tea,,Drinks,2,3,90\n`)
  expect((await client.start(id, 'revert', 'undo-key')).status).toBe(202)
  expect(await client.settled(id)).toMatchObject({ state: 'reverted' })
  expect((await client.start(id, 'revert', 'undo-key')).status).toBe(202)
  expect((await client.start(id, 'revert')).body).toMatchObject({
    status: 409,
    detail: 'This import was undone already.',
  })
  expect(await findProduct('Tea')).toMatchObject({ stock: 100 })
})

test('undone imports of contacts and expenses delete what they created, unless a document has it @long', async () => {
  const ada = await client.importFile('customers', 'Name,Email\nBen,ben@stockie.test\nCem,\n')
  await sell('Tea', 1, { ...shop, customerId: await findBen() })
  expect((await client.run(ada.id, 'revert')).undo).toMatchObject({
    deleted: 1,
    kept: 1,
    keptRecords: [{ name: 'Ben', reason: 'A sale has it.' }],
  })
  const rent = await client.importFile(
    'expenses',
    'Name,Amount,Category,Date\nRent,900,Rent,2026-02-28\nRent,900,Rent,2026-02-28\nLamp,30,Tools,2026-02-28\n',
    { options: { createCategories: true } },
  )
  expect(rent.counts).toMatchObject({ new: 3 })
  expect((await client.run(rent.id, 'revert')).undo).toMatchObject({ deleted: 4, kept: 0 })
  expect((await api.call('/expenses', { token: shop.token })).body).toEqual([])
})

/** Calls the API for another account of the shop. */
type Write = (other: TestShop) => Promise<void>

/** Starts the undo while a write of another account holds its locks. Then the write is committed, and the undo goes on. */
async function undoDuring(id: number, write: Write) {
  const other = await createUser(api.pool)
  const token = api.tokens.sign({ userId: other.id, version: 0 })
  // Each write ends with a row that names its account, so it waits there and already holds all of its locks.
  const lock = `select from users where id = ${other.id} for update`
  await queueBehindLock<unknown>(api.pool, lock, [
    () => write({ ...shop, token }),
    () => client.run(id, 'revert'),
  ])
  expect(await withClient(api.databaseUrl, (one) => readBrokenInvariants(one))).toEqual([])
  const { state, error, undo } = await client.find(id)
  expect({ state, error }).toEqual({ state: 'reverted', error: null })
  return undo?.keptRecords.map(({ name, reason }) => `${name}: ${reason}`)
}

/** The products without those of the shop that no test changes. */
async function listProducts(): Promise<string[]> {
  const { rows } = await api.pool.query<{ text: string }>(
    `select concat_ws(' ', name, price, stock) as text from products
     where deleted_at is null and name not in ('Rice', 'Oil') order by id`,
  )
  return rows.map(({ text }) => text)
}

async function addToSnacks({ token }: TestShop): Promise<void> {
  const { categoryId } = await findProduct('Cocoa')
  const body = { name: 'Cola', description: '', price: 2, cost: 1, stock: 5, categoryId }
  const { status, text } = await api.call('/products', { token, body })
  if (status !== 201) throw new Error(text)
}

async function removeTea({ token }: TestShop): Promise<void> {
  const path = `/products/${shop.products[0]}`
  const { status, text } = await api.call(path, { method: 'DELETE', token })
  if (status !== 204) throw new Error(text)
}

test.each<[string, Write, kept: string[], products: string[]]>([
  [
    'a sale of a created product',
    (other) => sell('Cocoa', 1, other),
    ['Cocoa: It was sold since.', 'Snacks: A product has it.'],
    ['Tea 3 100', 'Cocoa 8 11'],
  ],
  [
    'an edit of a created product',
    (other) => edit('Cocoa', { price: 7 }, other),
    ['Cocoa: It was changed since.', 'Snacks: A product has it.'],
    ['Tea 3 100', 'Cocoa 7 12'],
  ],
  [
    'an edit of a changed product',
    (other) => edit('Tea', { price: 10 }, other),
    ['Tea: Some of its fields were changed since.'],
    ['Tea 10 100'],
  ],
  ['a deletion of a changed product', removeTea, ['Tea: It was deleted since.'], []],
  [
    'a new product in a created category',
    addToSnacks,
    ['Snacks: A product has it.'],
    ['Tea 3 100', 'Cola 2 5'],
  ],
])(
  'an undo waits for %s that is not committed yet, and leaves its record alone @long',
  async (_, write, kept, rest) => {
    const file = `${header}Tea,,Drinks,2,9,60\nCocoa,,Snacks,3,8,12\n`
    const options = { createCategories: true }
    const { id } = await client.importFile('products', file, { options })
    expect(await undoDuring(id, write)).toEqual(kept)
    expect(await listProducts()).toEqual(rest)
    await shop.stock()
  },
)

test('an undo waits for a sale to a created customer that is not committed yet, and keeps the customer @long', async () => {
  const { id } = await client.importFile('customers', 'Name\nBen\nCem\n')
  const customerId = await findBen()
  const sellToBen: Write = (other) => sell('Tea', 1, { ...other, customerId })
  expect(await undoDuring(id, sellToBen)).toEqual(['Ben: A sale has it.'])
  expect(await findBen()).toBe(customerId)
})
