import { dashboardPage } from '../../pages/dashboard-page'
import { pressBackInOverlay } from '../../pages/browser-buttons'
import { listPage } from '../../pages/list-page'
import { salesScreen } from '../../pages/list-screens'
import {
  expectPrints,
  printButton,
  printPage,
  slipQuestion,
  stubPrint,
} from '../../pages/printed-slips'
import { saleReturns } from '../../pages/sale-returns'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { documentLine, enterTestGoods, recordSale, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import type { ShopApi } from '../../support/shop-api'
import { tabTo } from '../../support/tab-to'

test.use({ as: 'cashier' })

/** A sale of two lamps at $20 and three vases at $35, with $5.55 off and $2.50 of shipping. */
async function sell(shop: ShopApi) {
  const goods = await enterTestGoods(shop, 'sales')
  const { saleId } = await recordSale(shop, goods, { discount: 5.55, shippingFees: 2.5 })
  return { goods, saleId, path: `/sales?q=${goods.word}` }
}

test('a whole sale comes back by mouse, and its list, stock, slip and details show it', async ({
  page,
  shop,
}) => {
  await stubPrint(page)
  const { goods, saleId, path } = await sell(shop)
  const returns = saleReturns(page)
  await returns.openForm(path)
  await returns.everything.click()
  await returns.restock(goods.second.name).uncheck()
  await returns.shipping.fill('2.50')
  await returns.remark.fill('Too small')
  await expect(returns.total).toHaveText('$141.95')
  await returns.record.dblclick()
  await expect(page.getByText('Return recorded. Pay back $141.95.')).toBeVisible()
  await expect(returns.form).toHaveCount(0)

  await page.getByRole('button', { name: 'Print slip', exact: true }).click()
  await expect(slipQuestion(page)).toContainText('This is the original slip.')
  await slipQuestion(page).getByRole('button', printButton).click()
  await expectPrints(page, 1)
  const [printed] = await printPage(page)
  expect(printed?.lines).toEqual([
    expect.stringMatching(/^Return \d+$/),
    expect.stringMatching(/^Date:\d\d \w{3} \d{4}$/),
    expect.stringMatching(`^Sale:${saleId} of \\d\\d \\w{3} \\d{4}$`),
    `Customer:${goods.party}`,
    'ItemTotal',
    goods.first.name,
    '2 x $20.00$40.00',
    goods.second.name,
    '3 x $35.00$105.00',
    'Subtotal$145.00',
    'Refund$139.45',
    'Shipping refund$2.50',
    'Total paid back$141.95',
    'Too small',
  ])

  await expect(returns.items).toHaveCount(1)
  await expect(returns.items).toContainText(`3 x ${goods.second.name}, not back into stock`)
  const reason = 'Nothing is left to return or to pay back.'
  await expect(returns.details.getByText(reason)).toBeVisible()
  await expect(returns.returnItems).toHaveAttribute('aria-disabled', 'true')
  expect(await goods.stockOf(goods.first)).toBe(50)
  expect(await goods.stockOf(goods.second)).toBe(47)

  await returns.details.getByRole('button', { name: /^Print slip of return/ }).click()
  await expect(slipQuestion(page)).toContainText('The slip says "Copy".')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(listPage(page, salesScreen).row(goods.party)).toContainText(
    '$141.95-$141.95 returned',
  )
})

test('a part of a sale comes back by keyboard alone, and Back asks first @long', async ({
  page,
  shop,
}) => {
  const { goods, path } = await sell(shop)
  const returns = saleReturns(page)
  await returns.openDetails(path)
  await tabTo(page, returns.returnItems)
  await page.keyboard.press('Enter')
  await tabTo(page, returns.quantity(goods.first.name))
  await page.keyboard.type('1')
  // Enter goes on to the next quantity, and then to the refund.
  await page.keyboard.press('Enter')
  await expect(returns.quantity(goods.second.name)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(returns.refund).toBeFocused()
  await expect(returns.refund).toHaveValue('52.89')
  await page.keyboard.type('139.46')
  await page.keyboard.press('Enter')
  await expect(returns.refund).toHaveAccessibleDescription('The refund can be at most $139.45.')
  await expect(returns.refund).toBeFocused()

  await pressBackInOverlay(page)
  await expect(returns.discard).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(returns.discard).toHaveCount(0)
  await expect(returns.refund).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('50')
  await expect(returns.total).toHaveText('$50.00')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Return recorded. Pay back $50.00.')).toBeVisible()
  await expect(returns.returnItems).toBeFocused()
  await expect(returns.items).toContainText('$50.00')
  expect(await goods.stockOf(goods.first)).toBe(49)
  expect(await goods.stockOf(goods.second)).toBe(48)
})

test('shipping fees that were kept are paid back after the last item came back @long', async ({
  page,
  shop,
}) => {
  const { goods, saleId, path } = await sell(shop)
  const sale = await shop.read<{ saleDetails: { id: number; quantity: number }[] }>(
    `sales/${saleId}`,
  )
  const lines = sale.saleDetails.map(({ id, quantity }) => ({
    saleDetailId: id,
    quantity,
    restock: true,
  }))
  await shop.enter(`sales/${saleId}/returns`, { returnDate: today(), lines })
  const returns = saleReturns(page)
  await returns.openForm(path)
  await expect(returns.form.getByText('All of it was returned.')).toHaveCount(2)
  await expect(returns.everything).toHaveCount(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await returns.shipping.fill('2.50')
  await expect(returns.total).toHaveText('$2.50')
  await returns.record.click()
  await expect(page.getByText('Return recorded. Pay back $2.50.')).toBeVisible()
  await expect(returns.items).toHaveCount(2)
  await expect(returns.items.first()).toContainText('No items came back.')
  await expect(returns.returnItems).toHaveAttribute('aria-disabled', 'true')
  expect(await goods.stockOf(goods.first)).toBe(50)
})

test('the list opens the returns of its days, with the sale of each, and deletes one with Undo @long', async ({
  page,
  shop,
}) => {
  const { goods, saleId, path } = await sell(shop)
  const sale = await shop.read<{ saleDetails: { id: number }[] }>(`sales/${saleId}`)
  const lines = [{ saleDetailId: sale.saleDetails[0]?.id, quantity: 2, restock: true }]
  await shop.enter(`sales/${saleId}/returns`, { returnDate: today(), lines })
  expect(await goods.stockOf(goods.first)).toBe(50)
  await page.goto(path)
  const list = listPage(page, salesScreen)
  await expect(list.row(goods.party)).toContainText('$141.95-$38.47 returned')
  await list.button('Returns').click()
  const { sheet, details } = saleReturns(page)
  const item = sheet.getByRole('article').filter({ hasText: goods.party })
  await expect(item).toContainText('Paid back $38.47')
  await item.getByRole('button', { name: `Sale ${saleId}` }).click()
  await expect(details).toContainText(goods.first.name)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(sheet).toBeVisible()

  await item.getByRole('button', { name: /^Delete return/ }).click()
  await list.confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Return deleted.')).toBeVisible()
  await expect(item).toHaveCount(0)
  expect(await goods.stockOf(goods.first)).toBe(48)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(item).toBeVisible()
  expect(await goods.stockOf(goods.first)).toBe(50)
})

test('the dashboard subtracts returns, and explains it @long', async ({ page, shop }) => {
  const { goods } = await sell(shop)
  const sale = await shop.enter<{ saleDetails: { id: number }[]; saleId: number }>('sales', {
    customerId: goods.partyId,
    saleDate: '2019-03-04',
    discount: 10,
    shippingFees: 0,
    totalAmount: 90,
    remark: '',
    saleDetails: [documentLine(goods.first, 20, 5)],
  })
  const lines = [{ saleDetailId: sale.saleDetails[0]?.id, quantity: 2, restock: true }]
  await shop.enter(`sales/${sale.saleId}/returns`, { returnDate: '2019-03-09', lines })
  const dashboard = dashboardPage(page)
  await dashboard.open('?from=2019-03-01&to=2019-03-31')
  await expect(dashboard.card('Sales')).toContainText('$54.00')
  await page.getByRole('button', { name: 'How is this figure made?' }).click()
  await expect(dashboard.dialog).toContainText('Refunds of 1 return-$36.00')
  await expect(dashboard.dialog).toContainText('less $40.00 of returned items.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'How is this figure made?' })).toBeFocused()

  const chart = page.getByRole('application')
  const bars = chart.locator('.recharts-bar-rectangle path')
  await expect(bars.first()).toBeVisible()
  await chart.focus()
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status').filter({ hasText: '09 Mar 2019' })).toContainText(
    'Sales -$36.00Returned -$36.00',
  )
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(dashboard.days.getByRole('row', { name: /^09 Mar/ })).toContainText(
    '-$36.00-$36.00 returned',
  )
  await page.getByRole('searchbox', { name: 'Search products' }).fill(goods.word)
  await dashboard.product(goods.first.name).getByRole('button').click()
  await expect(dashboard.dialog).toContainText('Sold, less returns3 units for $60.00')
  await expect(dashboard.dialog).toContainText('These lines add up to the figures in the table.')
})

for (const theme of ['light', 'dark'] as const) {
  test(`returns work on a phone of 390 px in the ${theme} theme, without accessibility violations @long`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: theme })
    const { goods, path } = await sell(shop)
    const returns = saleReturns(page)
    await returns.openForm(path)
    await returns.more(goods.first.name).click()
    await expect(returns.total).toBeInViewport({ ratio: 1 })
    await expect(returns.record).toBeInViewport({ ratio: 1 })
    expect(await findAccessibilityViolations(page)).toEqual([])
    const widths = await returns.form.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ])
    expect(widths[0]).toBe(widths[1])
    await returns.record.click()
    await expect(returns.items).toHaveCount(1)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'View' }).first().click()
    await page.getByRole('menuitem', { name: 'Returns' }).click()
    await expect(returns.sheet.getByRole('article').first()).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
  })
}
