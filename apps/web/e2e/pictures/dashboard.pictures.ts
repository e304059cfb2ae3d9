import { dashboard, days } from '../dashboard'
import { expect } from '../fixtures'
import { openBy } from '../open-by'
import { picture } from './picture'

picture('dashboard.png', { as: 'owner' }, async ({ page }) => {
  await openMonth(page)
})

picture('proof.png', { as: 'owner' }, async ({ page }) => {
  await openMonth(page)
  await dashboard(page)
    .product('Espresso Beans')
    .getByRole('button', { name: 'Espresso Beans' })
    .click()
  await expect(page.getByText('These lines make the figures of the table.')).toBeVisible()
})

picture('how.png', { as: 'owner', height: 640 }, async ({ page }) => {
  await openMonth(page)
  await openBy(page, 'How is this figure made?', 'dialog')
})

async function openMonth(page: Parameters<typeof dashboard>[0]) {
  const screen = dashboard(page)
  await screen.open(`?${days}`)
  await expect(screen.chart).toBeVisible()
  await expect(screen.product('Espresso Beans')).toBeVisible()
}
