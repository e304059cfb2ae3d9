import { dashboardPage, lastMonthQuery, lastMonth, money } from '../../pages/dashboard-page'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'

test.use({ as: 'manager' })

// @holds spec 2.49-2.51
test('each part loads and fails in its own place, and moves nothing', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  const board = dashboardPage(page)
  const reports = /api\/v1\/(reports\/|products\/summary|categories)/
  const release = await holdResponses(page, reports)
  const tops = () =>
    Promise.all(
      ['Daily Totals', /^Product Sales/, /^Page \d/].map(
        async (text) => (await page.getByText(text).boundingBox())?.y,
      ),
    )
  await board.open(`?${lastMonthQuery}`)
  await expect(page.getByText('Loading dashboard summary...')).toBeVisible()
  await expect(page.getByText('Loading chart...')).toBeVisible()
  await expect(page.getByText('Loading totals...')).toBeAttached()
  const whileLoading = await tops()
  release()
  await expect(board.card('Sales')).toHaveAccessibleName(/\$/)
  await expect(board.chart).toBeVisible()
  await expect(board.product('Green Tea')).toBeVisible()
  expect(await tops()).toEqual(whileLoading)

  await page.unroute(reports)
  await page.route(reports, (route) => route.fulfill({ status: 500 }))
  await page.reload()
  const main = page.getByRole('main')
  const failure = 'Failed to load data. Please try again later.'
  await expect(main.getByText(failure)).toHaveCount(3)
  await expect(main.getByText('Failed to load categories.', { exact: true })).toBeVisible()
  // The toasts of one failure are one.
  await expect(page.getByText(failure)).toHaveCount(4)
  expect((await tops()).slice(0, 2)).toEqual(whileLoading.slice(0, 2))
  await page.unroute(reports)
  for (const left of [2, 1, 0]) {
    await main.getByRole('button', { name: 'Try again' }).first().click()
    await expect(main.getByText(failure)).toHaveCount(left)
  }
  await expect(board.card('Sales')).toHaveAccessibleName(
    `Sales Total ${money(lastMonth.totalSales)}`,
  )
  await expect(board.chart).toBeVisible()
})
