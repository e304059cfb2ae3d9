import { buffer } from 'node:stream/consumers'
import { stockReasons } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportFiles } from '#src/database/export/export-files'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import {
  addLargeCustomers,
  type Archive,
  cellsOf,
  downloadArchive,
  explainedWords,
  parseRecords,
  readArchive,
  readCsv,
  type Row,
  sumOf,
} from './archive-reader'
import { fillShop } from './full-shop'

const timeZone = 'Pacific/Auckland'
let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createShopClient>
let archive: Archive

beforeAll(async () => {
  api = await startTestApi({ timeZone })
  shop = await openTestShop(api)
  client = createShopClient(api, shop)
  await fillShop(api, shop)
  archive = await downloadArchive(api, shop.token)
})
afterAll(() => api.stop())

const read = async (path: string) => (await client.read(path)) as Row[]

const contact = { ID: 'id', Name: 'name', Email: 'email', Phone: 'phone', Address: 'address' }
const group = { ID: 'id', Name: 'name' }
const counted = { 'Count ID': 'countId', User: 'userName' }
const adjustment = { Adjustment: 'adjustmentReason', Note: 'note', 'Unit Cost': 'unitCost' }
const recording = { Remark: 'remark', Time: 'createdAt', 'Recorded by': 'createdByName' }

test.each([
  ['customers', contact],
  ['suppliers', contact],
  ['categories', group],
  ['expense-categories', group],
  [
    'products',
    {
      ID: 'id',
      'Product Name': 'name',
      Code: 'code',
      Category: 'categoryName',
      Cost: 'cost',
      Price: 'price',
      Stock: 'stock',
      Description: 'description',
      'Reorder Level': 'reorderLevel',
      'Reorder Target': 'reorderTarget',
    },
  ],
  [
    'expenses',
    {
      ID: 'id',
      Name: 'name',
      Amount: 'amount',
      Description: 'description',
      Category: 'expenseCategoryName',
      Date: 'day',
      Entered: 'enteredAt',
    },
  ],
  [
    'sales',
    {
      'Sale ID': 'saleId',
      'Sale Date': 'saleDate',
      'Customer ID': 'customerId',
      'Customer Name': 'customerName',
      Subtotal: 'subtotal',
      Discount: 'discount',
      'Shipping Fees': 'shippingFees',
      'Total Amount': 'totalAmount',
      ...recording,
    },
  ],
  [
    'purchases',
    {
      'Purchase ID': 'purchaseId',
      'Purchase Date': 'purchaseDate',
      'Supplier ID': 'supplierId',
      'Supplier Name': 'supplierName',
      'Total Amount': 'totalAmount',
      ...recording,
    },
  ],
  [
    'returns',
    {
      'Return ID': 'id',
      'Sale ID': 'saleId',
      'Return Date': 'returnDate',
      Refund: 'refund',
      'Shipping Refund': 'shippingRefund',
      'Total Refund': 'totalRefund',
      ...recording,
    },
  ],
])('%s.csv holds the rows of the list, without deleted ones', async (name, fields) => {
  const [idTitle = '', idField = ''] = Object.entries<string>(fields)[0] ?? []
  const rows = await read(`/${name}`)
  expect(rows.length).toBeGreaterThan(0)
  const expected = rows
    .toSorted((a, b) => Number(a[idField]) - Number(b[idField]))
    .map((row) => cellsOf(row, fields))
  const file = readCsv(archive, name)
  expect(file).toMatchObject({ titles: Object.keys(fields), rows: expected })
  expect(file.titles[0]).toBe(idTitle)
})

test.each([
  ['sale-items', 'sales', 'Sale ID', 'saleId', 'saleDetails'],
  ['purchase-items', 'purchases', 'Purchase ID', 'purchaseId', 'purchaseDetails'],
  ['return-items', 'returns', 'Return ID', 'id', 'lines'],
])('%s.csv holds the items of the list of %s', async (name, list, idTitle, idField, details) => {
  const fields = {
    [idTitle]: idField,
    'Product ID': 'productId',
    'Product Name': 'productName',
    Price: 'price',
    Quantity: 'quantity',
    ...(list === 'returns' ? { 'Back into stock': 'word' } : { Total: 'total' }),
    ...(list === 'sales' && { Cost: 'cost' }),
  }
  const documents = (await client.read(`/${list}`)) as Record<string, Row[]>[]
  const expected = documents
    .toSorted((a, b) => Number(a[idField]) - Number(b[idField]))
    .flatMap((row) =>
      (row[details] ?? []).map((line) =>
        cellsOf(
          { ...line, [idField]: Number(row[idField]), word: line['restock'] ? 'yes' : 'no' },
          fields,
        ),
      ),
    )
  expect(readCsv(archive, name)).toMatchObject({ titles: Object.keys(fields), rows: expected })
})

test('stock-movements.csv holds the movements of each product, and they add up to its stock', async () => {
  const fields = {
    'Movement ID': 'id',
    Time: 'createdAt',
    'Product ID': 'productId',
    'Product Name': 'productName',
    Reason: 'reason',
    Change: 'delta',
    Stock: 'balance',
    'Sale ID': 'saleId',
    'Purchase ID': 'purchaseId',
    'Return ID': 'returnId',
    ...counted,
    ...adjustment,
  }
  const { rows } = readCsv(archive, 'stock-movements')
  const expected: Row[] = []
  for (const { id, name, stock } of await read('/products')) {
    const movements = await read(`/products/${String(id)}/movements?page=1&pageSize=100`)
    expected.push(...movements.map((row) => ({ ...row, productName: name ?? null })))
    const own = rows.filter((row) => row['Product ID'] === String(id))
    expect(own.reduce((sum, { Change }) => sum + Number(Change), 0)).toBe(stock)
  }
  expect(rows).toEqual(
    expected.toSorted((a, b) => Number(a.id) - Number(b.id)).map((row) => cellsOf(row, fields)),
  )
  expect(rows.map(({ Reason }) => Reason)).toContain('sale_restored')
})

test('the totals of README.txt and the sums of the files equal the profit summary', async () => {
  const readme = archive.get('README.txt') ?? ''
  const summary = Object(await client.read('/reports/profit-summary')) as Record<string, number>
  const refunded = sumOf(readCsv(archive, 'returns').rows, 'Total Refund')
  expect(refunded).toBeGreaterThan(0)
  for (const [name, title, total] of [
    // The profit summary has the sales less the returns.
    ['sales', 'Total Amount', (summary.totalSales ?? 0) + refunded],
    ['returns', 'Total Refund', refunded],
    ['purchases', 'Total Amount', summary.totalPurchases],
    ['expenses', 'Amount', summary.totalExpenses],
  ] as const) {
    const { rows } = readCsv(archive, name)
    expect(total).toBe(sumOf(rows, title))
    const line = new RegExp(`^${name}\\.csv +${rows.length} rows?, ${title} in all: (.*)\r$`, 'm')
    expect(line.exec(readme)?.[1]).toBe(total?.toFixed(2))
  }
  for (const { name } of exportFiles) {
    const count = readCsv(archive, name).rows.length
    expect(readme).toMatch(new RegExp(`^${name}\\.csv +${count} rows?\\b`, 'm'))
  }
})

test('README.txt explains each column of each file, and names no other', () => {
  const readme = (archive.get('README.txt') ?? '').split('\r\n')
  const files = [...archive.keys()].filter((name) => name !== 'README.txt')
  expect(files).toHaveLength(18)
  for (const name of files) {
    const from = readme.indexOf(name)
    expect(from).toBeGreaterThan(0)
    const section = readme.slice(from + 1)
    const end = section.findIndex((line) => line.endsWith('.csv') && !line.startsWith(' '))
    const lines = (end < 0 ? section : section.slice(0, end)).filter((line) => /^ {2}\S/.test(line))
    const explained = lines.map((line) => /^ {2}(.*?) {2,}\S.*\.$/.exec(line)?.[1])
    expect(explained).toEqual(readCsv(archive, name.replace('.csv', '')).titles)
  }
  expect(explainedWords(readme)).toEqual([...stockReasons])
})

test('texts that begin like formulas cannot run, and numbers and codes stay as they are', () => {
  const cells = parseRecords(archive.get('products.csv') ?? '').map((record) => record[1])
  expect(cells).toEqual(expect.arrayContaining(["'=1+1", "'-5", "'@sum", "''quoted", "''=twice"]))
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell ?? ''))).toEqual([])
  const movements = parseRecords(archive.get('stock-movements.csv') ?? '')
  expect(movements.map((record) => record[5])).toContain('-3')
  const coded = parseRecords(archive.get('products.csv') ?? '').find((row) => row[1] === 'Coded')
  expect(coded?.[2]).toBe("'-123")
})

test('README.txt and the name of the file tell the moment in the time zone of the store', async () => {
  const { fileName, content } = await api.shopExport.open()
  const readme = (await readArchive(await buffer(content))).get('README.txt') ?? ''
  const [, day, instant = ''] =
    /moment: (\S+) \S+ \(Pacific\/Auckland\), which is (\S+)\./.exec(readme) ?? []
  const inStore = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))
  expect([fileName, day]).toEqual([`stockie-export-${inStore}.zip`, inStore])
  expect(Math.abs(Date.now() - Date.parse(instant))).toBeLessThan(60_000)
  expect(readCsv(archive, 'expenses').rows.find(({ Name }) => Name === 'Late')).toMatchObject({
    Date: '2026-12-01',
    Entered: '2026-12-01T00:00:00.123Z',
  })
})

test('a sale that is recorded while the download runs is in none of the files @long', async () => {
  await addLargeCustomers(api, 1500)
  const before = await downloadArchive(api, shop.token)
  const { content } = await api.shopExport.open()
  // The archive waits, full of customers. The sales come after them.
  await new Promise((resolve) => content.once('readable', resolve))
  const [tea] = shop.products
  await client.sell('2026-11-26', [{ productId: tea, quantity: 7 }])
  const expense = { name: 'New', amount: 1, expenseCategoryId: shop.expenseCategoryId }
  await api.call('/expenses', { token: shop.token, body: expense })
  const during = await readArchive(await buffer(content))
  const withoutMoment = (found: Archive) =>
    [...found].map(([name, text]) => [name, text.replace(/at one moment: .*/, '')])
  expect(withoutMoment(during)).toEqual(withoutMoment(before))
  const after = await downloadArchive(api, shop.token)
  for (const name of ['sales', 'sale-items', 'stock-movements', 'expenses', 'products']) {
    expect(after.get(`${name}.csv`)).not.toBe(before.get(`${name}.csv`))
  }
})
