import { appShell } from '../../pages/app-shell'
import { enterTestGoods, recordPurchase } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { listPage } from '../../pages/list-page'
import { purchaseScreen } from '../../pages/list-screens'
import { productsPage } from '../../pages/products-page'

test.use({ as: 'cashier' })

const year = new Date().getFullYear()
const lastMonth = new Date(year, new Date().getMonth() - 1, 1)
const monthName = lastMonth.toLocaleString('en-US', { month: 'short' })
const pickedMonth = `${monthName} ${lastMonth.getFullYear()}`

// @holds spec 2.105-2.107
test('the purchase list starts with today, also after a month was picked @long', async ({
  page,
}) => {
  const list = listPage(page, purchaseScreen)
  await list.open()
  await list.search('both cartons')
  await expect(list.row('Leaf Limited').getByRole('cell')).toHaveText([
    '',
    '5',
    'Leaf Limited',
    '$78.00',
    /^\d\d [A-Z][a-z]{2} \d{4}$/,
    'Both cartons whole',
    '',
  ])
  await list.button('Reset').click()
  await list.button('Month: Today').click()
  if (lastMonth.getFullYear() < year) await page.getByLabel('Go to previous year').click()
  await page.getByRole('button', { name: pickedMonth, exact: true }).click()
  async function expectLastMonth() {
    await expect(list.row('$55.00')).toContainText(`15 ${pickedMonth}`)
    await expect(list.row('Both cartons whole')).toHaveCount(0)
    await expect(list.button(`Month: ${pickedMonth}`)).toBeVisible()
  }
  await expectLastMonth()
  await page.reload()
  await expectLastMonth()
  await appShell(page).goElsewhereAndBack('/purchase')
  await expect(list.row('Both cartons whole')).toBeVisible()
  await list.button('Month: Today').click()
  if (lastMonth.getFullYear() < year) await page.getByLabel('Go to previous year').click()
  await page.getByRole('button', { name: pickedMonth, exact: true }).click()
  await expectLastMonth()
  await list.button(`Month: ${pickedMonth}`).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(list.row('Both cartons whole')).toBeVisible()
  await expect(page).toHaveURL('/purchase')

  await page.goto(`/purchase?from=${year - 1}-06-15&to=${year - 1}-06-15`)
  await expect(list.row('Bean Brothers')).toContainText('$240.00')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(list.button(`Month: 15 Jun ${year - 1}`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Create' }).click()
  await expect(page).toHaveURL('/purchase/create')
})

// @holds spec 1.10, 2.106, 2.108, 2.109
test('a purchase shows its details and lowers the stock again when it is deleted', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'purchases')
  const remark = 'Left at the back door, behind the bins, under the blue tarpaulin. '
    .repeat(4)
    .trim()
  await recordPurchase(shop, goods, remark)
  const { sidebar } = appShell(page)
  const stock = page.getByRole('button', { name: `Stock of ${goods.first.name}` })
  const productList = productsPage(page)
  await productList.open()
  await productList.search(goods.word)
  await expect(stock).toHaveText('57')

  const list = listPage(page, purchaseScreen)
  await sidebar.locator('a[href="/purchase"]').click()
  await expect(list.heading).toBeVisible()
  await list.search(goods.word)
  const remarkCell = list.row(goods.party).getByRole('cell', { name: remark })
  await expect(remarkCell).toHaveCSS('text-overflow', 'ellipsis')
  expect(await remarkCell.evaluate((cell) => cell.scrollWidth > cell.clientWidth)).toBe(true)
  const view = list.row(goods.party).getByRole('button', { name: 'View' })
  await view.click()
  await expect(list.dialog).toHaveAccessibleName('Purchase Details')
  await expect(list.dialog.getByRole('region', { name: /^Purchase \d+$/ })).toContainText(
    /Total Amount\$105\.00Date\d\d \w{3} \d{4}RemarkLeft at .*tarpaulin\.Recorded\d\d \w{3} \d{4}, \d\d:\d\d by .+Purchased Items/,
  )
  await expect(list.dialog.getByRole('listitem')).toHaveText([
    `${goods.first.name}7 x $15.00$105.00`,
  ])
  await list.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(view).toBeFocused()

  for (const title of ['Time', 'Recorded by']) {
    await expect(page.getByRole('columnheader', { name: title })).toHaveCount(0)
    await page.getByRole('main').getByRole('button', { name: 'View', exact: true }).first().click()
    await page.getByRole('menuitemcheckbox', { name: title }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: title })).toBeVisible()
  }
  await expect(list.row(goods.party)).toContainText(/\d\d \w{3} \d{4}, \d\d:\d\d/)

  await list.row(goods.party).getByRole('button', { name: 'Delete' }).click()
  await expect(list.confirm).toHaveAccessibleDescription(
    /^Are you sure you want to delete this purchase\? This action cannot be undone\. Purchase \d+, .+, \$/,
  )
  await list.confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Purchase deleted successfully.')).toBeVisible()
  await expect(list.row(goods.party)).toHaveCount(0)
  await sidebar.locator('a[href="/product"]').click()
  await expect(stock).toHaveText('50')
})

// @holds spec 1.15, 2.107
test('Undo restores purchases that were deleted together, and their stock @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'purchases')
  await recordPurchase(shop, goods)
  await recordPurchase(shop, goods)
  const list = listPage(page, purchaseScreen)
  await list.open()
  await list.search(goods.word)
  await expect(list.row(goods.party)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await list.button('Delete (2)').click()
  // The toast stays while the pointer is on it.
  await page.getByText('Purchases deleted successfully.').hover()
  await expect(list.row(goods.party)).toHaveCount(0)
  expect(await goods.stockOf(goods.first)).toBe(50)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Purchases restored successfully.')).toBeVisible()
  await expect(list.row(goods.party)).toHaveCount(2)
  expect(await goods.stockOf(goods.first)).toBe(64)
})
