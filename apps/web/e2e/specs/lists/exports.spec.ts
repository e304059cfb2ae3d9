import type {
  Margin,
  ProductSummary,
  ProfitSummary,
  Sale,
  SaleWithoutLines,
} from '@stockie/contracts'

import { lastMonthQuery, lastOfMonth, money, tradingDay } from '../../pages/dashboard-page'
import { exportDialog } from '../../pages/export-dialog'
import { listScreens } from '../../pages/list-screens'
import { today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier' })

const month = tradingDay.slice(0, 7)
const days = `${month}-01-to-${month}-${lastOfMonth}`
const apiRange = `startDate=${month}-01&endDate=${month}-${lastOfMonth}`

function sum(cells: readonly unknown[]) {
  return cells.reduce((total: number, cell) => total + Math.round(Number(cell) * 100), 0) / 100
}

test('the CSV of the sales list has its rows with ISO days and plain numbers, and their sum is Total Sales @long', async ({
  page,
  shop,
}) => {
  const sales = await shop.list<SaleWithoutLines>(`sales?${apiRange}&lines=none`)
  const { totalSales } = await shop.read<ProfitSummary>(`reports/profit-summary?${apiRange}`)
  await page.goto(`/sales?${lastMonthQuery}`)
  const screen = exportDialog(page)
  await screen.open()
  await expect(screen.dialog).toContainText(`${sales.length} rows will be written.`)
  const { name, text, titles, rows } = await screen.saveCsv()
  expect(name).toBe(`sales-${days}.csv`)
  expect(text.startsWith('\uFEFFSale ID,Customer Name,Total Amount,')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(titles).toEqual([
    'Sale ID',
    'Customer Name',
    'Total Amount',
    'Discount',
    'Shipping Fees',
    'Sale Date',
    'Remark',
  ])
  expect(rows).toEqual(
    sales.map((sale) => [
      String(sale.saleId),
      sale.customerName,
      String(sale.totalAmount),
      String(sale.discount),
      String(sale.shippingFees),
      sale.saleDate,
      sale.remark ?? '',
    ]),
  )
  expect(sum(rows.map((row) => row[2]))).toBe(totalSales)
  await expect(page.getByText(`Exported ${sales.length} rows to sales-${days}.csv.`)).toBeVisible()
  await expect(screen.dialog).toHaveCount(0)
  await expect(screen.opener).toBeFocused()
  await page.goto(`/dashboard?${lastMonthQuery}`)
  await expect(page.getByRole('link', { name: 'Sales Total' })).toContainText(money(totalSales))
})

test('the XLSX of a searched, filtered and sorted list without a column holds what the table shows, on all pages', async ({
  page,
}) => {
  await page.goto('/product?q=e&category=Kitchen,Coffee&sort=-price&size=10')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Cost' }).click()
  await page.keyboard.press('Escape')
  const names = await page.getByRole('cell').and(page.locator('td:nth-child(2)')).allTextContents()
  const screen = exportDialog(page)
  await screen.open()
  await screen.field('Format').selectOption('XLSX')
  const { name, titles, rows, sheet } = await screen.saveXlsx()
  expect(name).toBe(`products-${today()}.xlsx`)
  expect(titles).toEqual(['Product Name', 'Category', 'Price', 'Stock', 'Description'])
  const prices = rows.map((row) => Number(row[2]))
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))
  expect(rows.length).toBeGreaterThanOrEqual(names.length)
  for (const [place, text] of names.entries()) expect(text).toContain(String(rows[place]?.[0]))
  expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(['Kitchen', 'Coffee']))
  for (const row of rows)
    expect(row.slice(2, 4).map((cell) => typeof cell)).toEqual(['number', 'number'])
  expect(sheet).toContain('state="frozen"')
  expect(sheet).toMatch(/<col min="1" max="1" width="\d+"/)
  expect(sheet).not.toContain('<f')
})

test('the XLSX of all columns of the sales has real days and times and amounts with two decimals @long', async ({
  page,
  shop,
}) => {
  const sales = await shop.list<SaleWithoutLines>(`sales?${apiRange}&lines=none`)
  await page.goto(`/sales?${lastMonthQuery}`)
  const screen = exportDialog(page)
  await screen.open()
  await screen.field('Format').selectOption('XLSX')
  await screen.field('Columns').selectOption('All columns')
  const { titles, rows, formats } = await screen.saveXlsx()
  expect(titles.slice(6)).toEqual(['Sale Date', 'Remark', 'Time', 'Recorded by'])
  expect(formats[2]).toBe('#,##0.00')
  expect(rows.map((row) => row[2])).toEqual(sales.map(({ totalAmount }) => totalAmount))
  expect([titles[3], formats[3]]).toEqual(['Returned', '#,##0.00'])
  expect(rows.map((row) => row[3])).toEqual(sales.map(({ returnedAmount }) => returnedAmount))
  expect(rows.map((row) => (row[6] as Date).toISOString())).toEqual(
    sales.map(({ saleDate }) => `${saleDate}T00:00:00.000Z`),
  )
  expect(formats[8]).toBe('yyyy-mm-dd hh:mm:ss')
  const shown = await page.evaluate(
    (instants) => instants.map((instant) => new Date(instant).toLocaleString('sv-SE')),
    sales.map(({ createdAt }) => createdAt),
  )
  expect(rows.map((row) => (row[8] as Date).toISOString().slice(0, 19).replace('T', ' '))).toEqual(
    shown,
  )
})

test('With items writes one row a line, and the amounts of a sale only once @long', async ({
  page,
  shop,
}) => {
  const sales = await shop.list<Sale>(`sales?${apiRange}`)
  const { totalSales } = await shop.read<ProfitSummary>(`reports/profit-summary?${apiRange}`)
  await page.goto(`/sales?${lastMonthQuery}`)
  const screen = exportDialog(page)
  await screen.open()
  await screen.field('With items').check()
  await expect(screen.dialog).toContainText(
    `The lines of ${sales.length} documents will be written.`,
  )
  const { name, titles, rows } = await screen.saveCsv()
  expect(name).toBe(`sales-items-${days}.csv`)
  expect(titles.slice(-4)).toEqual(['Product', 'Price', 'Quantity', 'Line total'])
  const lines = sales.flatMap(({ saleId, saleDetails }) =>
    saleDetails.map((line) => [saleId, line.productName, line.price, line.quantity, line.total]),
  )
  expect(rows.map((row) => [row[0], ...row.slice(-4)])).toEqual(
    lines.map((line) => line.map(String)),
  )
  expect(sum(rows.map((row) => row[2]))).toBe(totalSales)
  expect(sum(rows.map((row) => row.at(-1)))).toBe(sum(sales.map(({ subtotal }) => subtotal)))
  await expect(page.getByText(`Exported ${lines.length} rows to ${name}.`)).toBeVisible()
})

test('All columns of every list begin with the id, and have a row for each record of the API @long', async ({
  page,
  shop,
}) => {
  for (const { path, resource } of listScreens) {
    const range = '?startDate=2020-01-01&endDate=2030-12-31'
    const records = await shop.list<Record<string, unknown>>(resource + range)
    await page.goto(`${path}?from=2020-01-01&to=2030-12-31`)
    const screen = exportDialog(page)
    await screen.open()
    await screen.field('Columns').selectOption('All columns')
    const { name, titles, rows } = await screen.saveCsv()
    expect(name).toMatch(new RegExp(`^${resource}-20\\d\\d-\\d\\d-\\d\\d(-to-2030-12-31)?\\.csv$`))
    expect(titles[0]).toMatch(/^(Sale ID|Purchase ID|ID [0-9a-f]{8})$/)
    const idOf = (record: Record<string, unknown>) =>
      String(record['id'] ?? record['saleId'] ?? record['purchaseId'])
    expect(new Set(rows.map((row) => row[0])), resource).toEqual(new Set(records.map(idOf)))
    expect(rows.length).toBe(records.length)
    expect(rows.flat()).not.toContain('N/A')
    for (const [place, title] of titles.entries()) {
      const cells = rows.map((row) => row[place] ?? '').filter((cell) => cell !== '')
      const isDay = title.endsWith('Date')
      const isNumber =
        /^(Cost|Price|Stock|Amount|Total Amount|Returned|Discount|Shipping Fees)$/.test(title)
      if (!isDay && !isNumber) continue
      for (const cell of cells) {
        expect(cell).toMatch(isDay ? /^\d{4}-\d\d-\d\d$/ : /^-?\d+(\.\d+)?$/)
      }
    }
  }
})

test('the product summary is exported with its days, and its columns have the sums of the API @long', async ({
  page,
  shop,
}) => {
  const summary = await shop.list<ProductSummary>(`products/summary?${apiRange}`)
  await page.goto(`/dashboard?${lastMonthQuery}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const screen = exportDialog(page)
  await screen.open()
  const { name, titles, rows } = await screen.saveCsv()
  expect(name).toBe(`product-summary-${days}.csv`)
  expect(titles.slice(2)).toEqual([
    'Units Sold',
    'Units Purchased',
    'Total Sales ($)',
    'Total Purchases ($)',
  ])
  expect(rows).toHaveLength(summary.length)
  const sumOf = (key: keyof ProductSummary) => sum(summary.map((row) => row[key]))
  expect(sum(rows.map((row) => row[2]))).toBe(sumOf('units_sold'))
  expect(sum(rows.map((row) => row[4]))).toBe(sumOf('total_sales'))
  expect(sum(rows.map((row) => row[5]))).toBe(sumOf('total_purchases'))

  await screen.open()
  await screen.field('Columns').selectOption('All columns')
  const all = await screen.saveCsv()
  const margins = ['Cost of Goods', 'Gross Margin', 'Margin %', 'Unknown Costs']
  expect(all.titles.slice(-4)).toEqual(margins)
  const place = all.titles.indexOf('Cost of Goods')
  const margin = await shop.read<Margin>(`reports/margin?${apiRange}`)
  expect(margin.costOfGoods).toBeGreaterThan(0)
  expect(sum(all.rows.map((row) => row[place]))).toBe(margin.costOfGoods)
  expect(sum(all.rows.map((row) => row[place + 1]))).toBe(sumOf('gross_margin'))
  const nameAt = all.titles.indexOf('Product Name')
  expect(Object.fromEntries(all.rows.map((row) => [row[nameAt], row[place + 2]]))).toEqual(
    Object.fromEntries(summary.map((row) => [row.name, String(row.margin_percent ?? '')])),
  )
})

test('the semicolon stays for the next time, and texts cannot run as formulas @long', async ({
  page,
  shop,
}) => {
  const names = ['=1+1', '+49 30 123', '-5', '@SUM(A1)', "'tis", 'a;b', 'Jörg "Jo" Weiß 🧡']
  for (const name of names) await shop.enter('customers', { name })
  await page.goto('/customer?sort=name')
  const screen = exportDialog(page)
  await screen.open()
  await screen.field('Delimiter').selectOption('Semicolon')
  await page.keyboard.press('Escape')
  await page.reload()
  await screen.open()
  const { titles, rows } = await screen.saveCsv(';')
  expect(titles).toEqual(['Name', 'Email', 'Phone', 'Address'])
  const written = rows.map((row) => row[0] ?? '')
  for (const name of names) {
    expect(written).toContain(/^[=+@'-]/.test(name) ? `'${name}` : name)
  }
})
