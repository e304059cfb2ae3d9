import type { Page } from '@playwright/test'

import { dashboardPage } from '../../pages/dashboard-page'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { enterProduct, type ShopApi, uniqueWord } from '../../support/shop-api'

test.use({ as: 'manager' })

const widths = [1280, 390]
const price = 20

/** Sells the given number of units on each of these days. Each test has a year of its own, in which no other test trades. */
async function sell(shop: ShopApi, unitsByDay: Record<string, number>) {
  const customerId = await shop.firstId('customers')
  const { id: productId } = await enterProduct(shop, uniqueWord(), { price })
  for (const [saleDate, quantity] of Object.entries(unitsByDay)) {
    const total = price * quantity
    await shop.enter('sales', {
      customerId,
      saleDate,
      totalAmount: total,
      discount: 0,
      shippingFees: 0,
      remark: '',
      saleDetails: [{ productId, price, quantity, total }],
    })
  }
}

/** The same units on each day from the 1st. */
function daily(month: string, count: number, units: number) {
  const days = Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, '0'))
  return Object.fromEntries(days.map((day) => [`${month}-${day}`, units]))
}

const chartOf = (page: Page) => page.getByRole('application')
const lineOf = (page: Page) => page.locator('.recharts-line-curve')

test('a day with very large sales has its amount written and leaves the bars of other days high @long', async ({
  page,
  shop,
}) => {
  await sell(shop, { ...daily('2021-05', 12, 3), '2021-05-14': 450, '2021-04-20': 900 })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await dashboardPage(page).open('?from=2021-05-01&to=2021-05-31')
    const chart = chartOf(page)
    await expect(chart.getByText('$9K', { exact: true })).toBeInViewport()
    // The line of April leaves the scale, too.
    await expect(chart.getByText('$18K', { exact: true })).toBeVisible()
    const heights = await chart
      .locator('.recharts-bar-rectangle path')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height))
    expect(heights.filter((height) => height > 80)).toHaveLength(13)
    await expect(chart.getByText('$0', { exact: true })).toBeVisible()
  }
})

test('a month in progress shows no days to come @long', async ({ page, shop }) => {
  await sell(shop, { ...daily('2022-05', 4, 3), ...daily('2022-04', 30, 2) })
  await page.clock.setFixedTime(new Date(2022, 4, 6, 12))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const dashboard = dashboardPage(page)
    await dashboard.open()
    const ticks = chartOf(page).locator('.recharts-xAxis-tick-labels text')
    await expect(ticks).toHaveText(['1', '2', '3', '4', '5', '6'])
    await chartOf(page).focus()
    for (let day = 1; day < 10; day += 1) await page.keyboard.press('ArrowRight')
    const announcement = page.getByRole('status').filter({ hasText: '06 May 2022' })
    await expect(announcement).toContainText('Sales, 06 Apr 2022 $40.00')

    await page.getByRole('button', { name: 'Show as table' }).click()
    await expect(dashboard.days.getByRole('rowheader')).toHaveText([
      ...[1, 2, 3, 4, 5, 6].map((day) => `0${day} May 2022`),
      'Total',
    ])
    await page.getByRole('button', { name: 'Show as chart' }).click()
  }
})

test('the month before appears as a line and as differences, without which the dashboard works as well @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  await sell(shop, { ...daily('2023-05', 8, 3), ...daily('2023-04', 30, 2), '2023-04-03': 3 })
  await page.clock.setFixedTime(new Date(2023, 4, 10, 12))
  const dashboard = dashboardPage(page)
  const main = page.getByRole('main')
  const card = (title: string) => main.getByRole('listitem').filter({ hasText: title })
  const legend = main.getByText('Sales, 01 Apr 2023 – 10 Apr 2023')
  const top = async (text: string) => (await main.getByText(text).boundingBox())?.y
  const april = /reports\/daily\?startDate=2023-04/

  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const release = await holdResponses(page, april)
    await dashboard.open()
    await expect(dashboard.card('Sales')).toHaveAccessibleName('Sales Total $480.00')
    await expect(chartOf(page)).toBeVisible()
    await expect(legend).toBeHidden()
    const whileLoading = [await top('Daily Totals'), await top('Product Sales')]
    release()
    await expect(legend).toBeVisible()
    await expect(lineOf(page)).toBeVisible()
    // Ten days with ten days: $480.00 less $420.00.
    const compared = 'compared with 01 Apr 2023 – 10 Apr 2023'
    await expect(card('Profit').getByText('+$60.00')).toHaveText(`+$60.00 ${compared}`)
    await expect(card('Sales Total')).toContainText('+$60.00')
    await expect(card('Purchases Total')).toContainText('+$0.00')
    await expect(main.getByText(`01 May 2023 – 10 May 2023 ${compared}.`)).toBeVisible()
    expect([await top('Daily Totals'), await top('Product Sales')]).toEqual(whileLoading)

    await dashboard.open('?from=2023-05-01&to=2023-05-09')
    await expect(card('Sales Total')).toContainText('+$100.00')
    await dashboard.open('?from=2023-04-01&to=2023-04-30')
    await expect(main.getByText('Nothing to compare with in Mar 2023.')).toBeVisible()
    await expect(lineOf(page)).toHaveCount(0)
    await page.unroute(april)
  }

  await page.route(april, (route) => route.fulfill({ status: 500 }))
  const failed = page.waitForResponse(april)
  await dashboard.open()
  await failed
  await expect(dashboard.card('Sales')).toHaveAccessibleName('Sales Total $480.00')
  await expect(chartOf(page)).toBeVisible()
  await expect(page.getByText('Failed to load')).toHaveCount(0)
  await expect(lineOf(page)).toHaveCount(0)
  await expect(legend).toBeHidden()
  await expect(card('Sales Total')).not.toContainText('+')
})

test('the chart fits the width of A4 @long', async ({ page, shop }) => {
  await sell(shop, daily('2020-05', 31, 3))
  await page.setViewportSize({ width: 1280, height: 800 })
  await dashboardPage(page).open('?from=2020-05-01&to=2020-05-31')
  await expect(chartOf(page)).toBeVisible()
  // The browser lays out a page without telling the chart, so the drawing keeps the size of the screen.
  const drawing = page.locator('.recharts-wrapper > svg')
  await drawing.evaluate((svg) => {
    const { width, height } = svg.getBoundingClientRect()
    for (const part of [svg, svg.parentElement]) {
      if (part instanceof HTMLElement || part instanceof SVGElement) {
        Object.assign(part.style, { width: `${width}px`, height: `${height}px` })
      }
    }
  })
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1046 })
  const right = await drawing.evaluate((svg) => svg.getBoundingClientRect().right)
  expect(right).toBeLessThanOrEqual(718)
})
