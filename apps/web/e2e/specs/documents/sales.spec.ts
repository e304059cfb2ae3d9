import { appShell } from '../../pages/app-shell'
import { documentLine, enterTestGoods, recordSale, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { listPage } from '../../pages/list-page'
import { salesScreen } from '../../pages/list-screens'

test.use({ as: 'cashier' })

const lastYear = `${new Date().getFullYear() - 1}-06-15`

// @holds spec 2.92, 9.7
test('the sales list starts with today and links to Create Sales', async ({ page }) => {
  const list = listPage(page, salesScreen)
  await list.open()
  await expect(page.getByRole('button', { name: /^Go to .* page$/ })).toHaveCount(4)
  await list.search('frank')
  const day = /^\d\d [A-Z][a-z]{2} \d{4}$/
  await expect(list.row('Frank').getByRole('cell')).toHaveText([
    '',
    '13',
    '<b>Frank</b> & Sons',
    '$1,419.25',
    '-$100.10',
    '+$12.35',
    day,
    'N/A',
    '',
  ])
  await list.search('-$50.00')
  await expect(list.row('Bob Baker')).toContainText('$0.00-$50.00+$0.00')
  await expect(page.getByRole('row')).toHaveCount(2)
  await list.search('carla')
  await expect(page.getByText('No results', { exact: true })).toBeVisible()
  await list.button('Reset').click()
  // Newer sales of other tests may fill the first page.
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(list.row('Frank')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'Create Sales' })).toBeVisible()
  await expect(page).toHaveURL('/sales/create')
})

// @holds spec 2.92
test('the sales list shows the picked days or those of the URL, and returns to today', async ({
  page,
}) => {
  const list = listPage(page, salesScreen)
  await list.open()
  await list.button('Date range: Today').click()
  await page.getByLabel('Quick Date').selectOption('Yesterday')
  await page.getByRole('button', { name: 'Update' }).click()
  async function expectYesterday() {
    await expect(list.row('Carla Cruz')).toContainText('$120.00')
    await expect(list.row('Frank')).toHaveCount(0)
    await expect(list.button('Date range: Yesterday')).toBeVisible()
  }
  await expectYesterday()
  await page.reload()
  await expectYesterday()
  await appShell(page).goElsewhereAndBack('/sales')
  await expect(list.button('Date range: Today')).toBeVisible()
  await list.search('frank')
  await expect(list.row('Frank')).toBeVisible()

  await page.goto(`/sales?from=${lastYear}&to=${lastYear}`)
  await expect(list.row('Alice Archer')).toContainText('$200.00')
  await expect(page.getByRole('row')).toHaveCount(2)
})

// @holds spec 1.10, 2.94, 2.97
test('a sale shows its details and restores the stock when it is deleted', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  await recordSale(shop, goods, { discount: 5.55, shippingFees: 0.5 })
  expect(await goods.stockOf(goods.second)).toBe(47)
  const list = listPage(page, salesScreen)
  const rows = page.waitForResponse(/\/sales\?.*lines=none/)
  await list.open()
  expect(await (await rows).text()).not.toContain('saleDetails')
  await list.search(goods.first.name)
  const view = list.row(goods.party).getByRole('button', { name: 'View' })
  const details = page.waitForRequest(/\/sales\/\d+$/)
  await view.click()
  await details
  await expect(list.dialog).toHaveAccessibleName('Sales Details')
  await expect(list.dialog.getByRole('listitem')).toHaveText([
    `${goods.first.name}2 x $20.00$40.00`,
    `${goods.second.name}3 x $35.00$105.00`,
  ])
  await expect(list.dialog.getByRole('region', { name: /^Sale \d+$/ })).toContainText(
    /Total Amount\$139\.95Subtotal\$145\.00Discount-\$5\.55Shipping Fees\+\$0\.50/,
  )
  await page.keyboard.press('Escape')
  await expect(list.dialog).toHaveCount(0)
  await expect(view).toBeFocused()

  const remove = list.row(goods.party).getByRole('button', { name: 'Delete' })
  await remove.click()
  await expect(list.confirm).toHaveAccessibleDescription(
    /^Are you sure you want to delete this sale\? This action cannot be undone\. Sale \d+, .+, \$/,
  )
  await list.confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await list.confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Sale deleted successfully.')).toBeVisible()
  await expect(list.row(goods.party)).toHaveCount(0)
  expect(await goods.recorded()).toEqual([])
  expect(await goods.stockOf(goods.second)).toBe(50)
})

// @holds spec 1.15, 2.92
test('Undo restores sales that were deleted together, and their stock', async ({ page, shop }) => {
  const goods = await enterTestGoods(shop, 'sales')
  await recordSale(shop, goods, { discount: 0, shippingFees: 0 })
  await recordSale(shop, goods, { discount: 0, shippingFees: 0 })
  const list = listPage(page, salesScreen)
  await list.open()
  await list.search(goods.word)
  await expect(list.row(goods.party)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const release = await holdResponses(page, '**/api/v1/sales/bulk')
  await list.button('Delete (2)').click()
  await expect(list.button('Deleting...')).toBeDisabled()
  release()
  // The toast stays while the pointer is on it.
  await page.getByText('Sales deleted successfully.').hover()
  await expect(list.row(goods.party)).toHaveCount(0)
  expect(await goods.stockOf(goods.first)).toBe(50)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Sales restored successfully.')).toBeVisible()
  await expect(list.row(goods.party)).toHaveCount(2)
  expect(await goods.stockOf(goods.first)).toBe(46)
})

// @holds spec 9.7
test('a phone shows name, total and buttons of a sale, and scrolls its thousand lines in the sheet @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  const lines = Array.from({ length: 999 }, () => documentLine(goods.first, 20, 1))
  await shop.enter('sales', {
    customerId: goods.partyId,
    saleDate: today(),
    discount: 0,
    shippingFees: 0,
    totalAmount: 20_015,
    remark: '',
    saleDetails: [...lines, documentLine(goods.second, 35, 1)],
  })
  await page.setViewportSize({ width: 390, height: 844 })
  const list = listPage(page, salesScreen)
  await list.open()
  // A phone has room for two of the pager's four buttons.
  await expect(page.getByRole('button', { name: /^Go to .* page$/ })).toHaveCount(2)
  await list.search(goods.word)
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = list.row(goods.party)
  const buttons = await row.getByRole('button', { name: 'View' }).boundingBox()
  for (const text of [row.getByText(goods.party), row.getByText('$20,015.00').first()]) {
    await expect(text).toBeInViewport({ ratio: 1 })
    const box = await text.boundingBox()
    expect((box?.x ?? 0) + 60).toBeLessThan(buttons?.x ?? 0)
  }

  await row.getByRole('button', { name: 'View' }).click()
  await expect(list.dialog.getByRole('listitem')).toHaveCount(1000)
  const last = list.dialog.getByText(goods.second.name)
  await expect(last).not.toBeInViewport()
  await list.dialog.getByRole('region', { name: /^Sale \d+$/ }).press('End')
  await expect(last).toBeInViewport()
  await expect(list.dialog.getByRole('heading', { name: 'Sales Items' })).toBeInViewport()
  await list.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(list.dialog).toHaveCount(0)
})
