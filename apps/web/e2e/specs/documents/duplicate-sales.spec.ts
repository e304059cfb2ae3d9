import type { Page } from '@playwright/test'

import { fillInSale } from '../../pages/create-document-page'
import { enterTestGoods } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import type { ShopApi } from '../../support/shop-api'

const salesCall = '**/api/v1/sales'

test.use({ as: 'cashier' })

// @holds asvs 2.3.1
test('a double click and a held Ctrl+Enter each record one sale', async ({ page, shop }) => {
  const goods = await enterTestGoods(shop, 'sales')
  const screen = await fillInSale(page, goods)
  await screen.submit.dblclick()
  await expect(screen.created).toBeVisible()
  await expect(screen.empty).toBeVisible()
  // A double click whose second click comes after the answer.
  await screen.submit.dispatchEvent('click', { detail: 2 })
  await screen.partyButton.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  // Count without retrying: a wrong toast would disappear by itself.
  expect(await page.getByText('Please select a customer.').count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await goods.recorded()).toHaveLength(1)

  await screen.chooseParty(goods.party)
  await screen.add(goods.second.name)
  await page.keyboard.down('Control')
  for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Control')
  await expect(screen.empty).toBeVisible()
  expect(await goods.recorded()).toHaveLength(2)
})

test('a double click on Submit selects no text @long', async ({ page, shop }) => {
  const goods = await enterTestGoods(shop, 'sales')
  const screen = await fillInSale(page, goods)
  const release = await holdResponses(page, salesCall)
  // The mouse itself, because Playwright's double click waits for an enabled button.
  await screen.submit.hover()
  const { x, y, width, height } = (await screen.submit.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  await page.mouse.dblclick(x + width / 2, y + height / 2)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  release()
  await expect(screen.created).toBeVisible()
})

// @holds decision 15.2
test('a sale whose answer was lost is recorded once if it is submitted again', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_/)
  const { goods, screen } = await submitWithLostAnswer(page, shop)
  await expect(page.getByText('Stockie cannot be reached.')).toBeVisible()
  await expect(page.getByText('If you submit again, it is recorded only once.')).toBeVisible()
  expect(await goods.recorded()).toHaveLength(1)

  await screen.submit.click()
  await expect(screen.created).toBeVisible()
  expect(await goods.recorded()).toHaveLength(1)
  expect(await goods.stockOf(goods.first)).toBe(48)
})

test('a sale that was changed after its answer was lost is recorded again only after a confirmation @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_|status of 409/)
  const { goods, screen } = await submitWithLostAnswer(page, shop)
  await screen.add(goods.second.name)
  await page.reload()
  await screen.submit.click()
  const notice = page.getByRole('alert').filter({ hasText: 'was recorded already' })
  await expect(notice).toContainText(`$40.00, ${goods.party}`)
  expect(await goods.recorded()).toMatchObject([{ totalAmount: 40 }])

  await notice.getByRole('button', { name: 'Record the changed one as well' }).click()
  await expect(screen.created).toBeVisible()
  await expect(screen.empty).toBeVisible()
  expect(await goods.recorded()).toMatchObject([{ totalAmount: 75 }, { totalAmount: 40 }])
})

test('a sale that was deleted after its answer was lost is reported as deleted @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_/)
  const { goods, screen } = await submitWithLostAnswer(page, shop)
  const [lost] = await goods.recorded()
  await shop.remove(`sales/${lost?.saleId}`)

  await screen.submit.click()
  const notice = page.getByRole('alert').filter({ hasText: 'and deleted since' })
  await expect(notice).toContainText(`Sale ${lost?.saleId} ($40.00, ${goods.party})`)
  await expect(screen.created).toHaveCount(0)
  await notice.getByRole('button', { name: 'Record it again' }).click()
  await expect(screen.created).toBeVisible()
  expect(await goods.recorded()).toHaveLength(1)
  expect(await goods.stockOf(goods.first)).toBe(48)
})

/** Submits a sale of $40 that the API records, but drops the answer. */
async function submitWithLostAnswer(page: Page, shop: ShopApi) {
  const goods = await enterTestGoods(shop, 'sales')
  const screen = await fillInSale(page, goods)
  await page.route(salesCall, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await screen.submit.click()
  await expect(screen.failed).toBeVisible()
  await page.unroute(salesCall)
  return { goods, screen }
}
