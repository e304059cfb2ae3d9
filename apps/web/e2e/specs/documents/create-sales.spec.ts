import { createDocumentPage } from '../../pages/create-document-page'
import { today, enterTestGoods } from '../../support/documents'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier' })

// @holds spec 1.2, 1.10, 2.98-2.101, 2.104, 4.20, 4.21, 9.15
test('a sale can be entered and submitted by keyboard', async ({ page, shop }) => {
  const goods = await enterTestGoods(shop, 'sales')
  const screen = createDocumentPage(page, 'sales')
  const { keyboard } = page
  await screen.open()
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('listitem')).toHaveText(['Home', 'Sales', 'Create Sales'])
  await expect(screen.empty).toBeVisible()
  await expect(screen.partyButton).toBeFocused()
  await expect(screen.partyButton).toHaveText('Select Customer')
  await expect(screen.date).toHaveText(today().split('-').toReversed().join('-'))

  await keyboard.type('nobody has this name')
  await expect(page.getByText('No results.', { exact: true })).toBeVisible()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(goods.word.toLowerCase())
  await expect(screen.option(goods.party)).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  await expect(screen.partyButton).toHaveText(goods.party)
  await expect(screen.partyButton).toBeFocused()

  await keyboard.press('Tab')
  await expect(screen.search).toBeFocused()
  await keyboard.type(goods.word.toUpperCase())
  const options = page.getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(options.first()).toContainText(/Lamp.*Coffee.*Stock: 50/s)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(screen.quantity(goods.second.name)).toBeFocused()
  await keyboard.type('3')
  await keyboard.press('Enter')
  await expect(screen.search).toBeFocused()
  await keyboard.type('no such thing')
  await expect(page.getByText('No items found', { exact: true })).toBeVisible()
  await keyboard.press('ControlOrMeta+a')
  // Enter comes before the debounced search has run.
  await keyboard.type(`${goods.word} lamp`)
  await keyboard.press('Enter')
  await expect(screen.quantity(goods.first.name)).toBeFocused()
  await expect(screen.quantity(goods.first.name)).toHaveValue('1')
  // A product that is added again has 2, which the next digit replaces.
  await keyboard.press('Enter')
  await keyboard.type(`${goods.word} lamp`)
  await keyboard.press('Enter')
  await expect(screen.quantity(goods.first.name)).toHaveValue('2')
  await keyboard.type('1')
  await expect(screen.quantity(goods.first.name)).toHaveValue('1')

  for (let tabs = 0; tabs < 20; tabs += 1) {
    if (await screen.discount.evaluate((element) => element === document.activeElement)) break
    await keyboard.press('Tab')
  }
  await keyboard.type('5.55')
  await keyboard.press('Tab')
  await keyboard.type('0.50')
  await expect(screen.grandTotal).toHaveText('$119.95')
  await keyboard.press('Tab')
  await keyboard.type('Rings twice')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(screen.created).toBeVisible()

  await expect(screen.empty).toBeVisible()
  await expect(screen.partyButton).toHaveText('Select Customer')
  await expect(screen.partyButton).toBeFocused()
  await expect(screen.remark).toHaveValue('')
  await expect(screen.discount).toHaveValue('0')
  await expect(screen.shipping).toHaveValue('0')
  expect(await goods.recorded()).toMatchObject([
    {
      saleDate: today(),
      discount: 5.55,
      shippingFees: 0.5,
      totalAmount: 119.95,
      remark: 'Rings twice',
      details: [
        { productName: goods.second.name, price: 35, quantity: 3, total: 105 },
        { productName: goods.first.name, price: 20, quantity: 1, total: 20 },
      ],
    },
  ])
  expect(await goods.stockOf(goods.second)).toBe(47)
})

// @holds spec 2.104, 5.26-5.28, 5.31
test('a sale with missing fields names the first missing one on each submit and sends nothing', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  const screen = createDocumentPage(page, 'sales')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await screen.open()
  posts.length = 0
  await screen.clearDate()

  await screen.submit.click()
  await expect(page.getByText('Please select a customer.', { exact: true })).toBeVisible()
  await expect(screen.partyButton).toBeFocused()
  await screen.chooseParty(goods.party)
  await screen.submit.click()
  await expect(page.getByText('Please select a date.', { exact: true })).toBeVisible()
  await expect(screen.date).toBeFocused()
  await screen.chooseDay(15)
  await expect(screen.date).toContainText('15-')
  await screen.submit.click()
  await expect(page.getByText('Please add at least one product.', { exact: true })).toBeVisible()
  await expect(screen.search).toBeFocused()

  await screen.add(goods.first.name)
  await screen.discount.fill('-1')
  await screen.submit.click()
  await expect(page.getByText('Discount cannot be negative')).toBeVisible()
  await expect(screen.discount).toBeFocused()
  expect(posts).toEqual([])
  expect(await goods.recorded()).toEqual([])
})

// @holds spec 2.102, 2.103, 4.17-4.19, 4.22, 5.30-5.32, decision 35.1
test('invalid quantities and amounts count as valid ones and show a note', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  const screen = createDocumentPage(page, 'sales')
  const name = goods.first.name
  await screen.open()
  await screen.add(name)
  await expect(screen.minus(name)).toBeDisabled()
  await screen.add(name)
  await expect(screen.quantity(name)).toHaveValue('2')
  await screen.plus(name).click()
  await screen.minus(name).click()
  await screen.minus(name).click()
  await expect(screen.quantity(name)).toHaveValue('1')

  await screen.quantity(name).fill('7')
  await expect(screen.line(name)).toContainText('$140.00')
  await screen.quantity(name).fill('')
  await expect(screen.quantity(name)).toHaveValue('1')
  for (const [typed, value, note, total] of [
    ['0', '1', 'Less than 1: counts as 1.', '$20.00'],
    ['-2', '1', 'Not a whole number: counts as 1.', '$20.00'],
    ['1,5', '1', 'Not a whole number: counts as 1.', '$20.00'],
    ['1.234', '1', 'Not a whole number: counts as 1.', '$20.00'],
    ['2e3', '1', 'Not a whole number: counts as 1.', '$20.00'],
    ['1000001', '1000000', 'More than 1,000,000: counts as 1,000,000.', '$20,000,000.00'],
  ] as const) {
    await screen.quantity(name).selectText()
    await page.keyboard.type(typed)
    await screen.quantity(name).blur()
    await expect(screen.quantity(name)).toHaveValue(value)
    await expect(screen.line(name)).toContainText(note)
    await expect(screen.line(name)).toContainText(total)
  }
  await screen.quantity(name).selectText()
  await page.keyboard.type('1 000 ')
  await expect(screen.quantity(name)).toHaveValue('1000')
  await expect(screen.line(name)).not.toContainText('counts as')
  await screen.quantity(name).fill('1')
  await screen.quantity(name).press('ArrowUp')
  await expect(screen.quantity(name)).toHaveValue('2')

  await screen.discount.fill('50')
  await expect(screen.grandTotal).toHaveText('$0.00')
  await screen.shipping.fill('12.34')
  await expect(screen.grandTotal).toHaveText('$2.34')
  await screen.discount.fill('much')
  await expect(screen.grandTotal).toHaveText('$52.34')
  await screen.discount.blur()
  await page.reload()
  await expect(screen.discount).toHaveValue('much')
  await expect(page.getByText('Not a number: counts as 0.')).toBeVisible()

  await screen.remove(name).click()
  await expect(screen.empty).toBeVisible()
  await expect(screen.search).toBeFocused()
})

test('the mouse wheel over a focused quantity scrolls the page and keeps the quantity @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'sales')
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  await screen.add(goods.first.name)
  await screen.plus(goods.first.name).click()
  await page.setViewportSize({ width: 1280, height: 500 })
  const quantity = screen.quantity(goods.first.name)
  await quantity.focus()
  await quantity.hover()
  const scrollY = () => page.evaluate(() => window.scrollY)
  const before = await scrollY()
  await page.mouse.wheel(0, 60)
  await expect.poll(scrollY).toBeGreaterThan(before)
  await expect(quantity).toBeFocused()
  await expect(quantity).toHaveValue('2')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a sale can be entered by touch with Submit always in view', async ({ page, shop }) => {
    const goods = await enterTestGoods(shop, 'sales')
    const screen = createDocumentPage(page, 'sales')
    await screen.open()
    await screen.partyButton.tap()
    await page
      .getByRole('combobox', { name: /^Search/ })
      .last()
      .fill(goods.word)
    await screen.option(goods.party).tap()
    for (const { name } of [goods.first, goods.second]) {
      await screen.search.fill(name)
      await screen.option(name).tap()
      await expect(screen.quantity(name)).toHaveValue('1')
    }
    await screen.plus(goods.second.name).tap()
    // Submit stays in view at every scroll position.
    await expect(screen.submit).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(screen.submit).toBeInViewport({ ratio: 1 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await screen.submit.tap()
    await expect(screen.created).toBeVisible()
    expect(await goods.recorded()).toMatchObject([{ totalAmount: 90 }])
  })
})
