import { dashboardPage, lastMonthQuery, lastMonth, money } from '../../pages/dashboard-page'
import { expect, test } from '../../support/fixtures'
import { holdResponses, keepAsLoaded } from '../../support/held-responses'

test.use({ as: 'manager' })

// @holds spec 2.49-2.51
test('each part of the dashboard loads and fails in its own place without moving the others', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  const dashboard = dashboardPage(page)
  const reports = /api\/v1\/(reports\/|products\/summary|categories)/
  const release = await holdResponses(page, reports)
  const measureTops = () =>
    Promise.all(
      ['Daily Totals', /^Product Sales/, /^Page \d/].map(
        async (text) => (await page.getByText(text).boundingBox())?.y,
      ),
    )
  await dashboard.open(`?${lastMonthQuery}`)
  await expect(page.getByText('Loading dashboard summary...')).toBeVisible()
  await expect(page.getByText('Loading chart...')).toBeVisible()
  await expect(page.getByText('Loading totals...')).toBeAttached()
  const whileLoading = await measureTops()
  release()
  await expect(dashboard.card('Sales')).toHaveAccessibleName(/\$/)
  await expect(dashboard.chart).toBeVisible()
  await expect(dashboard.product('Green Tea')).toBeVisible()
  expect(await measureTops()).toEqual(whileLoading)

  await page.unroute(reports)
  await keepAsLoaded(page)
  await page.route(reports, (route) => route.fulfill({ status: 500 }))
  await page.reload()
  const main = page.getByRole('main')
  const failure = 'Failed to load data. Please try again later.'
  await expect(main.getByText(failure)).toHaveCount(3)
  await expect(main.getByText('Failed to load categories.', { exact: true })).toBeVisible()
  // The requests fail for one reason, so there is one toast.
  await expect(page.getByText(failure)).toHaveCount(4)
  expect((await measureTops()).slice(0, 2)).toEqual(whileLoading.slice(0, 2))
  await page.unroute(reports)
  for (const remaining of [2, 1, 0]) {
    await main.getByRole('button', { name: 'Try again' }).first().click()
    await expect(main.getByText(failure)).toHaveCount(remaining)
  }
  await expect(dashboard.card('Sales')).toHaveAccessibleName(
    `Sales Total ${money(lastMonth.totalSales)}`,
  )
  await expect(dashboard.chart).toBeVisible()
})
