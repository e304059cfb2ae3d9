import { dashboardPage, money } from '../../pages/dashboard-page'
import { profilePage } from '../../pages/profile/profile-page'
import { enterTestGoods, recordSale } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { leaveRows, pollNow } from '../../support/live-page'

test.use({ as: 'owner' })

for (const width of [1280, 390]) {
  test(`the dashboard, the lines of a product and the deleted records show what another till does, at ${width} px @long`, async ({
    page,
    shop,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width, height: 800 })
    const goods = await enterTestGoods(shop, 'sales')
    await recordSale(shop, goods, { discount: 0, shippingFees: 0 })
    const dashboard = dashboardPage(page)
    await dashboard.open()
    const card = dashboard.card('Sales')
    await expect(card).toContainText('$')
    const before = Number((await card.innerText()).replaceAll(/[^\d.]/g, ''))
    await page.getByRole('button', { name: 'Show as table' }).click()
    const today = dashboard.days.getByRole('row').filter({ hasText: '$' }).first()
    const dayBefore = await today.innerText()
    await page.getByRole('searchbox', { name: 'Search products' }).fill(goods.first.name)
    await dashboard.product(goods.first.name).getByRole('button').click()
    const lines = dashboard.dialog.getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await leaveRows(page)

    await recordSale(shop, goods, { discount: 0, shippingFees: 0 })
    await pollNow(page)
    await expect(lines).toHaveCount(2)
    await expect(dashboard.dialog).toContainText('add up to the figures')
    await page.keyboard.press('Escape')
    await expect(card).toContainText(money(before + 145))
    await expect(dashboard.product(goods.first.name)).toContainText('$80.00')
    await expect(today).not.toHaveText(dayBefore)

    await page.goto('/profile')
    const { deletedRecords } = profilePage(page)
    await expect(page.getByRole('heading', { name: 'Recently deleted' })).toBeVisible()
    await shop.remove(`customers/${goods.partyId}`)
    await expect(deletedRecords.getByRole('listitem').first()).toBeVisible()
    await pollNow(page)
    await expect(deletedRecords).toContainText(goods.party)
  })
}
