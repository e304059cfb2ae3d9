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
test('a month chosen by keyboard shows what it came to, and carries its days into the lists', async ({
  page,
}) => {
  const board = dashboardPage(page)
  await board.open()
  await page.getByRole('button', { name: /^Month: / }).press('Enter')
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Month: ${lastMonthName}` })).toBeFocused()
  await expect(page).toHaveURL(`/dashboard?${lastMonthQuery}`)

  await expect(board.profit).toHaveText(`Profit ${money(lastMonth.profit)}`)
  await page.getByLabel('Rows per page').selectOption('50')
  for (const product of lastMonth.products) {
    await expect(board.product(product.name).getByRole('cell')).toHaveText([
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
    const card = board.card(title)
    await expect(card).toHaveAccessibleName(`${title} Total ${money(total)}`)
    await card.press('Enter')
    await expect(page).toHaveURL(`${path}?${lastMonthQuery}`)
    await page.goBack()
  }
  await expect(board.card('Sales')).toBeVisible()
})

test('the figures prove themselves, line by line and step by step', async ({ page }) => {
  const board = dashboardPage(page)
  await board.open(`?${lastMonthQuery}`)
  const row = board.product('Green Tea')
  await row.getByRole('button', { name: 'Green Tea' }).press('Enter')
  await expect(board.lines).toHaveAccessibleName('Green Tea')
  await expect(board.lines.getByRole('listitem')).toHaveText([
    /^Sale 2\$16\.00.*Bob Baker2 × \$8\.00$/,
    /^Purchase 2\$40\.00.*Leaf Limited10 × \$4\.00$/,
  ])
  await expect(board.lines.getByText('2 units for $16.00')).toBeVisible()
  await expect(board.lines.getByText('10 units for $40.00')).toBeVisible()
  await expect(
    board.lines.getByText('These lines add up to the figures in the table.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(board.lines).toHaveCount(0)
  await expect(row.getByRole('button')).toBeFocused()

  const explain = page.getByRole('button', { name: 'How is this figure made?' })
  await explain.click()
  await expect(board.lines.getByRole('definition')).toHaveText([
    '$121.00',
    '-$5.50',
    '+$7.25',
    '+$0.00',
    '$122.75',
  ])
  await expect(board.lines.getByText(/add up to the same line totals/)).toBeVisible()
  // Beside the figure, not over it.
  const figure = await board.card('Sales').getByText('$122.75').boundingBox()
  const proof = await board.lines.boundingBox()
  expect(proof?.y).toBeGreaterThan((figure?.y ?? Infinity) + (figure?.height ?? 0))
  await page.keyboard.press('Escape')
  await expect(explain).toBeFocused()

  await row.getByRole('button', { name: 'Green Tea' }).click()
  await board.lines.getByRole('link', { name: 'Sale 2' }).press('Enter')
  await expect(page).toHaveURL(`/sales?from=${tradingDay}&to=${tradingDay}&q=2`)
  const sale = page.getByRole('row').filter({ hasText: 'Bob Baker' })
  await expect(sale.getByRole('cell', { name: '2', exact: true })).toBeVisible()

  // A deleted product, and a sale that is worth less than its discount.
  await board.open(`?from=${today().slice(0, 7)}-01&to=${today()}`)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('old teapot')
  await page.getByRole('button', { name: 'Old Teapot' }).click()
  await expect(board.lines.getByText('1 unit for $30.00')).toBeVisible()
  await expect(
    board.lines.getByText('These lines add up to the figures in the table.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await explain.click()
  await expect(board.lines.getByText(/add up to the same line totals/)).toBeVisible()
})

test('the chart tells each day, by key and as a table', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/ERR_FAILED/)
  const board = dashboardPage(page)
  await board.open(`?${lastMonthQuery}`)
  await expect(board.chart).toBeVisible()
  await board.chart.focus()
  for (let at = 1; at < Number(tradingDay.slice(8)); at += 1) await page.keyboard.press('ArrowRight')
  const told = page.getByRole('status').filter({ hasText: '15 ' })
  await expect(told).toContainText(`Sales ${money(lastMonth.totalSales)}`)
  await expect(told).toContainText(`Purchases ${money(lastMonth.totalPurchases)}`)
  await expect(told).toContainText(`Expenses ${money(lastMonth.totalExpenses)}`)

  await page.getByRole('button', { name: 'Show as table' }).click()
  const rows = board.days.getByRole('row')
  await expect(rows).toHaveCount(lastOfMonth + 2)
  const sums = [lastMonth.totalSales, lastMonth.totalPurchases, lastMonth.totalExpenses].map(money)
  await expect(rows.nth(15).getByRole('cell')).toHaveText(sums)
  await expect(rows.last().getByRole('cell')).toHaveText(sums)
  for (const at of [1, 14, 16, lastOfMonth]) {
    await expect(rows.nth(at).getByRole('cell')).toHaveText(['$0.00', '$0.00', '$0.00'])
  }

  // Its file does not come: the figures are there all the same.
  await page.route('**/assets/daily-chart-*.js', (route) => route.abort())
  await page.reload()
  await expect(rows).toHaveCount(lastOfMonth + 2)
})

// @holds spec 2.46-2.48
test('the table is filtered by category, Unknown too, searched, sorted and cut down', async ({
  page,
}) => {
  const board = dashboardPage(page)
  await board.open(`?${lastMonthQuery}`)
  await page.getByRole('main').getByRole('button', { name: 'Category' }).first().click()
  await page.getByRole('dialog').getByLabel('Unknown').check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(board.product('Pumpkin Mug')).toContainText('Unknown')
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

test('a sale raises the figures of its month by what it came to', async ({ page, shop }) => {
  const board = dashboardPage(page)
  const name = uniqueWord()
  const [categoryId, customerId] = [
    await shop.firstId('categories'),
    await shop.firstId('customers'),
  ]
  const product = { name, price: 24, cost: 10, stock: 5, categoryId }
  const { id: productId } = await shop.enter('products', product)
  const amountIn = async (title: string) => {
    await expect(board.card(title)).toHaveAccessibleName(/\$/)
    return Number((await board.card(title).textContent())?.replace(/[^\d.]/g, ''))
  }
  await board.open(`?q=${name}`)
  await expect(board.product(name)).toContainText('$0.00')
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
  await expect(board.card('Sales')).toHaveAccessibleName(`Sales Total ${money(sales + 45.15)}`)
  expect(await amountIn('Purchases')).toBe(purchases)
  await expect(board.product(name).getByRole('cell').nth(4)).toHaveText('$48.00')
  await page.getByRole('button', { name: 'How is this figure made?' }).click()
  await expect(board.lines.getByRole('definition').last()).toHaveText(money(sales + 45.15))
})
