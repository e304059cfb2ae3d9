import {
  dashboardPage,
  lastMonthQuery,
  lastMonth,
  lastOfMonth,
  money,
  lastMonthName,
  tradingDay,
} from '../../pages/dashboard-page'
import { today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'manager' })

// @holds spec 1.6, 2.39, 2.42-2.45, 2.47, decision 25.2
test('the dashboard shows the figures of a month chosen by keyboard and passes its days to the lists', async ({
  page,
}) => {
  const dashboard = dashboardPage(page)
  await dashboard.open()
  await page.getByRole('button', { name: /^Month: / }).press('Enter')
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Month: ${lastMonthName}` })).toBeFocused()
  await expect(page).toHaveURL(`/dashboard?${lastMonthQuery}`)

  await expect(dashboard.profit).toHaveText(`Profit ${money(lastMonth.profit)}`)
  await page.getByLabel('Rows per page').selectOption('50')
  for (const product of lastMonth.products) {
    await expect(dashboard.product(product.name).getByRole('cell')).toHaveText([
      product.name,
      product.categoryName ?? 'Unknown',
      String(product.unitsSold),
      String(product.unitsPurchased),
      money(product.totalSales),
      money(product.totalPurchases),
    ])
  }
  for (const [title, total, path] of [
    ['Sales', lastMonth.totalSales, '/sales'],
    ['Purchases', lastMonth.totalPurchases, '/purchase'],
    ['Expenses', lastMonth.totalExpenses, '/expense'],
  ] as const) {
    const card = dashboard.card(title)
    await expect(card).toHaveAccessibleName(`${title} Total ${money(total)}`)
    await card.press('Enter')
    await expect(page).toHaveURL(`${path}?${lastMonthQuery}`)
    await page.goBack()
  }
  await expect(dashboard.card('Sales')).toBeVisible()
})

test('the dashboard explains its figures by lines and by steps @long', async ({ page }) => {
  const dashboard = dashboardPage(page)
  await dashboard.open(`?${lastMonthQuery}`)
  const row = dashboard.product('Green Tea')
  await row.getByRole('button', { name: 'Green Tea' }).press('Enter')
  await expect(dashboard.dialog).toHaveAccessibleName('Green Tea')
  await expect(dashboard.dialog.getByRole('listitem')).toHaveText([
    /^Sale 2\$16\.00.*Bob Baker2 × \$8\.00$/,
    /^Purchase 2\$40\.00.*Leaf Limited10 × \$4\.00$/,
  ])
  await expect(dashboard.dialog.getByText('2 units for $16.00')).toBeVisible()
  await expect(dashboard.dialog.getByText('10 units for $40.00')).toBeVisible()
  await expect(
    dashboard.dialog.getByText('These lines add up to the figures in the table.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dashboard.dialog).toHaveCount(0)
  await expect(row.getByRole('button')).toBeFocused()

  const explain = page.getByRole('button', { name: 'How is this figure made?' })
  await explain.click()
  await expect(dashboard.dialog.getByRole('definition')).toHaveText([
    '$121.00',
    '-$5.50',
    '+$7.25',
    '+$0.00',
    '$122.75',
    // The gross margin: 3 x $9.00, 2 x $4.00 and 1 x $40.00 had been paid for what was sold.
    '$122.75',
    '-$7.25',
    '-$75.00',
    '$40.50',
  ])
  await expect(dashboard.dialog.getByText(/add up to the same line totals/)).toBeVisible()
  await expect(dashboard.dialog.getByText(/Their Cost of Goods adds up to the same/)).toBeVisible()
  // The explanation must not cover the figure.
  const figure = await dashboard.card('Sales').getByText('$122.75').boundingBox()
  const explanation = await dashboard.dialog.boundingBox()
  expect(explanation?.y).toBeGreaterThan((figure?.y ?? Infinity) + (figure?.height ?? 0))
  await page.keyboard.press('Escape')
  await expect(explain).toBeFocused()

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('button', { name: 'How is the profit made?' }).click()
    await expect(dashboard.dialog.getByText('Purchases are what you bought')).toBeVisible()
    await expect(dashboard.dialog.getByText('An expense counts on its date')).toBeVisible()
    await expect(dashboard.dialog.getByText('The three totals add up to the profit.')).toBeVisible()
    // It covers neither the cards nor the sidebar.
    const place = await dashboard.dialog.boundingBox()
    const cards = await dashboard.card('Expenses').locator('../..').boundingBox()
    expect(place?.y).toBeGreaterThan((cards?.y ?? Infinity) + (cards?.height ?? 0))
    expect(place?.x).toBeGreaterThanOrEqual(width === 1280 ? 256 : 0)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 1280, height: 720 })

  await row.getByRole('button', { name: 'Green Tea' }).click()
  await dashboard.dialog.getByRole('link', { name: 'Sale 2' }).press('Enter')
  await expect(page).toHaveURL(`/sales?from=${tradingDay}&to=${tradingDay}&q=2`)
  const sale = page.getByRole('row').filter({ hasText: 'Bob Baker' })
  await expect(sale.getByRole('cell', { name: '2', exact: true })).toBeVisible()

  // This range has a deleted product, and a sale whose discount exceeds its value.
  await dashboard.open(`?from=${today().slice(0, 7)}-01&to=${today()}`)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('old teapot')
  await page.getByRole('button', { name: 'Old Teapot' }).click()
  await expect(dashboard.dialog.getByText('1 unit for $30.00')).toBeVisible()
  await expect(
    dashboard.dialog.getByText('These lines add up to the figures in the table.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await explain.click()
  await expect(dashboard.dialog.getByText(/add up to the same line totals/)).toBeVisible()
})

test('the chart announces each day by arrow key and has a table of all days @long', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/)
  const dashboard = dashboardPage(page)
  await dashboard.open(`?${lastMonthQuery}`)
  await expect(dashboard.chart).toBeVisible()
  await dashboard.chart.focus()
  for (let day = 1; day < Number(tradingDay.slice(8)); day += 1) {
    await page.keyboard.press('ArrowRight')
  }
  const announcement = page.getByRole('status').filter({ hasText: '15 ' })
  await expect(announcement).toContainText(`Sales ${money(lastMonth.totalSales)}`)
  await expect(announcement).toContainText(`Purchases ${money(lastMonth.totalPurchases)}`)
  await expect(announcement).toContainText(`Expenses ${money(lastMonth.totalExpenses)}`)

  await page.getByRole('button', { name: 'Show as table' }).click()
  const rows = dashboard.days.getByRole('row')
  await expect(rows).toHaveCount(lastOfMonth + 2)
  const sums = [lastMonth.totalSales, lastMonth.totalPurchases, lastMonth.totalExpenses].map(money)
  await expect(rows.nth(15).getByRole('cell')).toHaveText(sums)
  await expect(rows.last().getByRole('cell')).toHaveText(sums)
  for (const day of [1, 14, 16, lastOfMonth]) {
    await expect(rows.nth(day).getByRole('cell')).toHaveText(['$0.00', '$0.00', '$0.00'])
  }

  // If the chart's script fails to load, the table still shows the figures.
  await page.route('**/assets/daily-chart-*.js', (route) => route.abort())
  await page.reload()
  await expect(rows).toHaveCount(lastOfMonth + 2)
})

// @holds spec 2.46-2.48
test('the product table can be filtered by category, searched and sorted, and its columns hidden', async ({
  page,
}) => {
  const dashboard = dashboardPage(page)
  await dashboard.open(`?${lastMonthQuery}`)
  await page.getByRole('main').getByRole('button', { name: 'Category' }).first().click()
  await page.getByRole('dialog').getByLabel('Unknown').check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(dashboard.product('Pumpkin Mug')).toContainText('Unknown')
  await page.getByRole('button', { name: 'Reset' }).click()

  const header = page.getByRole('columnheader', { name: 'Total Sales ($)' })
  await header.getByRole('button').click()
  await page.getByRole('menu').getByText('Desc', { exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Kettle')
  await expect(page.getByRole('row').nth(2)).toContainText('Filter Beans')
  await header.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect(header).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('nothing like it')
  await expect(page.getByText('No results', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(lastMonthQuery))
})

test('a sale raises the figures of its month by its total', async ({ page, shop }) => {
  const dashboard = dashboardPage(page)
  const name = uniqueWord()
  const [categoryId, customerId] = [
    await shop.firstId('categories'),
    await shop.firstId('customers'),
  ]
  const product = { name, price: 24, cost: 10, stock: 5, categoryId }
  const { id: productId } = await shop.enter('products', product)
  const amountIn = async (title: string) => {
    await expect(dashboard.card(title)).toHaveAccessibleName(/\$/)
    return Number((await dashboard.card(title).textContent())?.replace(/[^\d.]/g, ''))
  }
  await dashboard.open(`?q=${name}`)
  await expect(dashboard.product(name)).toContainText('$0.00')
  const [sales, purchases] = [await amountIn('Sales'), await amountIn('Purchases')]

  await shop.enter('sales', {
    customerId,
    saleDate: today(),
    totalAmount: 45.15,
    discount: 5.1,
    shippingFees: 2.25,
    remark: '',
    saleDetails: [{ productId, price: 24, quantity: 2, total: 48 }],
  })
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(dashboard.card('Sales')).toHaveAccessibleName(`Sales Total ${money(sales + 45.15)}`)
  expect(await amountIn('Purchases')).toBe(purchases)
  await expect(dashboard.product(name).getByRole('cell').nth(4)).toHaveText('$48.00')
  await page.getByRole('button', { name: 'How is this figure made?' }).click()
  const total = dashboard.dialog.getByRole('term').filter({ hasText: /^Sales Total$/ })
  await expect(total.locator('+ dd')).toHaveText([money(sales + 45.15), money(sales + 45.15)])
})
