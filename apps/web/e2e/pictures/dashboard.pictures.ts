import { dashboardPage, lastMonthQuery } from '../pages/dashboard-page'
import { expect } from '../support/fixtures'
import { openPopup } from '../pages/popup'
import { picture } from './picture'

picture('dashboard.webp', { as: 'owner' }, async ({ page }) => {
  await openMonth(page)
})

picture('proof.webp', { as: 'owner' }, async ({ page }) => {
  await openMonth(page)
  await dashboardPage(page)
    .product('Espresso Beans')
    .getByRole('button', { name: 'Espresso Beans' })
    .click()
  await expect(page.getByText('These lines add up to the figures in the table.')).toBeVisible()
})

picture('how.webp', { as: 'owner', height: 900 }, async ({ page }) => {
  await openMonth(page)
  await openPopup(page, 'How is this figure made?', 'dialog')
})

async function openMonth(page: Parameters<typeof dashboardPage>[0]) {
  const screen = dashboardPage(page)
  await screen.open(`?${lastMonthQuery}`)
  await expect(screen.chart).toBeVisible()
  await expect(screen.product('Espresso Beans')).toBeVisible()
}
