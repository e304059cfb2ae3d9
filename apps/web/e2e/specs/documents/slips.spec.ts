import type { Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { createDocumentPage, fillInSale } from '../../pages/create-document-page'
import { enterTestGoods, recordPurchase, recordSale } from '../../support/documents'
import { drawLogo } from '../../support/drawn-logo'
import { expect, test } from '../../support/fixtures'
import {
  expectPrints,
  measureSlip,
  openDetails,
  printButton,
  printPage,
  slip,
  slipQuestion,
  stubPrint,
} from '../../pages/printed-slips'
import { tabTo } from '../../support/tab-to'

test.use({ as: 'cashier' })

test.beforeEach(({ page }) => stubPrint(page))

const details = (page: Page, name: 'Sales Details' | 'Purchase Details') =>
  page.getByRole('dialog', { name })

/** What must be the same after a print. */
function readPage(page: Page) {
  return page.evaluate(() => ({
    root: document.querySelector('#root')?.innerHTML,
    others: Array.from(document.body.children, ({ id, tagName }) => `${tagName} ${id}`),
    styles: document.adoptedStyleSheets.length,
    title: document.title,
    url: window.location.href,
    history: window.history.length,
    scroll: window.scrollY,
  }))
}

test('the details of a sale print a copy by keyboard, and the page behind stays as it is @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  const { saleId } = await recordSale(shop, goods, { discount: 5, shippingFees: 2.5 })
  await openDetails(page, `/sales?q=${goods.word}`)
  const opener = details(page, 'Sales Details').getByRole('button', printButton)
  await tabTo(page, opener)
  // It is disabled while the lines load.
  await expect(opener).toBeEnabled()
  const before = await readPage(page)

  await page.keyboard.press('Enter')
  await expect(slipQuestion(page)).toContainText('The slip says "Copy".')
  // Only then does the dialog listen to Escape, instead of the sheet below.
  await expect(slipQuestion(page).getByRole('button', printButton)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(slipQuestion(page)).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(slipQuestion(page).getByRole('button', printButton)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPrints(page, 1)
  const [printed] = await printPage(page)
  expect(printed?.lines).toEqual([
    `Sale ${saleId}`,
    'Copy',
    expect.stringMatching(/^Date:\d\d \w{3} \d{4}$/),
    `Customer:${goods.party}`,
    'ItemTotal',
    goods.first.name,
    '2 x $20.00$40.00',
    goods.second.name,
    '3 x $35.00$105.00',
    'Subtotal$145.00',
    'Discount-$5.00',
    'Shipping+$2.50',
    'Total$142.50',
  ])
  await expect(opener).toBeFocused()
  expect(await readPage(page)).toEqual(before)
  // Without the slip, the browser prints the details again.
  expect((await printPage(page)).flatMap(({ lines }) => lines)).toContain('Sales Details')
})

test('the details of a purchase print a copy on the width that the user chooses @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'purchases')
  const { purchaseId } = await recordPurchase(shop, goods, 'Invoice 7')
  await openDetails(page, `/purchase?q=${goods.word}`)
  await details(page, 'Purchase Details').getByRole('button', printButton).click()
  await slipQuestion(page).getByLabel('Slip width').selectOption('A4 page')
  await slipQuestion(page).getByRole('button', printButton).click()
  await expectPrints(page, 1)
  const [printed] = await printPage(page)
  expect(printed?.width).toBeCloseTo(210, 0)
  const texts = [`Purchase ${purchaseId}`, 'Copy', `Supplier:${goods.party}`, 'Invoice 7']
  expect(printed?.lines).toEqual(expect.arrayContaining([...texts, 'Total$105.00']))
  await expect(details(page, 'Purchase Details')).toBeVisible()
})

test('the toast after a submit prints the original with the received amount and the change', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  const screen = await fillInSale(page, goods)
  const received = page.getByLabel('Received', { exact: true })
  await screen.discount.fill('0.55')
  await received.fill('much')
  await expect(page.getByText('Not a number.', { exact: true })).toBeVisible()
  await received.fill('30')
  await expect(page.getByText('Still to pay $9.45')).toBeVisible()
  await received.fill('50')
  await expect(page.getByText('Change $10.55')).toBeVisible()
  await page.reload()
  await expect(received).toHaveValue('50')

  const request = page.waitForRequest((sent) => sent.method() === 'POST')
  await screen.submit.click()
  expect(Object.keys((await request).postDataJSON()).toSorted()).toEqual(
    'customerId discount remark saleDate saleDetails shippingFees totalAmount'.split(' '),
  )
  await expect(screen.created).toBeVisible()
  await expect(received).toHaveValue('')
  await expect(screen.partyButton).toBeFocused()
  // The first Tab after the toast leads to its action.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', printButton)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(slipQuestion(page)).toContainText('This is the original slip.')
  await page.keyboard.press('Enter')
  await expectPrints(page, 1)
  const [printed] = await printPage(page)
  expect(printed?.lines).not.toContain('Copy')
  expect(printed?.lines.slice(-4)).toEqual([
    'Discount-$0.55',
    'Total$39.45',
    'Received$50.00',
    'Change$10.55',
  ])
  await expect(screen.partyButton).toBeFocused()
  expect(await goods.recorded()).toHaveLength(1)
})

test('a till that is set to it prints each sale after its submit, also on the next day @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  let screen = await fillInSale(page, goods)
  const setting = page.getByLabel('Print a slip after each Submit')
  await setting.check()
  await screen.submit.click()
  await expectPrints(page, 1)
  const [printed] = await printPage(page)
  expect(printed?.lines[0]).toMatch(/^Sale \d+$/)
  expect(printed?.lines).not.toContain('Copy')
  await expect(slip(page)).toHaveCount(0)
  await expect(screen.created).toBeVisible()
  await expect(screen.partyButton).toBeFocused()
  await expect(slipQuestion(page)).toHaveCount(0)

  screen = await fillInSale(page, goods)
  await expect(setting).toBeChecked()
  await screen.submit.click()
  await expectPrints(page, 1)
  await printPage(page)

  // Purchases have a setting of their own.
  const supplied = await enterTestGoods(shop, 'purchases')
  const purchase = createDocumentPage(page, 'purchases')
  await purchase.open()
  await expect(setting).not.toBeChecked()
  await purchase.chooseParty(supplied.party)
  await purchase.add(supplied.first.name)
  await setting.check()
  await purchase.submit.click()
  await expectPrints(page, 1)
  expect((await printPage(page))[0]?.lines[0]).toMatch(/^Purchase \d+$/)
})

test.describe('with the settings of a shop', () => {
  test.use({ as: 'owner' })

  // All tests of a worker share the shop.
  test.afterEach(async ({ shop }) => {
    const texts = ['name', 'address', 'phone', 'email', 'taxNumber', 'slipFooter']
    const none = Object.fromEntries(texts.map((name) => [name, null]))
    await shop.update('shop', { ...none, slipWidth: '80mm' })
    await shop.remove('shop/logo')
  })

  test('a slip has the logo, the name, the address and the footer of the shop, on its width @long', async ({
    page,
    shop,
  }) => {
    await shop.update('shop', {
      name: 'Harbour Coffee',
      address: '12 Quay Street\nBristol',
      phone: '+44 20 7946 0018',
      email: `${'long'.repeat(15)}@example.com`,
      taxNumber: 'GB 123 4567 89',
      slipFooter: 'Thank you!\nExchange within 14 days.',
      slipWidth: '58mm',
    })
    await page.goto('/profile?tab=shop')
    await page.getByLabel('Logo file').setInputFiles(await drawLogo(page))
    await expect(appShell(page).toast(/^Logo saved\./)).toBeVisible()

    const goods = await enterTestGoods(shop, 'sales')
    await recordSale(shop, goods, { discount: 0, shippingFees: 0 })
    await openDetails(page, `/sales?q=${goods.word}`)
    await details(page, 'Sales Details').getByRole('button', printButton).click()
    await expect(slipQuestion(page).getByLabel('Slip width')).toHaveValue('58mm')
    await slipQuestion(page).getByRole('button', printButton).click()
    await expectPrints(page, 1)
    const logo = slip(page).locator('img')
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240)
    const { right } = await measureSlip(page)
    expect(right).toBeLessThan(48.1)
    const pages = await printPage(page)
    expect(pages).toHaveLength(1)
    const [{ width, lines } = { width: 0, lines: [] }] = pages
    expect(width).toBeCloseTo(58, 0)
    expect(lines.slice(0, 4)).toEqual([
      'Harbour Coffee',
      '12 Quay Street',
      'Bristol',
      '+44 20 7946 0018',
    ])
    expect(lines).toContain('Tax number GB 123 4567 89')
    expect(lines.slice(-2)).toEqual(['Thank you!', 'Exchange within 14 days.'])
  })
})
