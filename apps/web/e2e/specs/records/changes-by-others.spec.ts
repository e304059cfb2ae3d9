import { createDocumentPage } from '../../pages/create-document-page'
import { listPage } from '../../pages/list-page'
import { salesScreen } from '../../pages/list-screens'
import { recordScreens } from '../../pages/record-screens'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { enterSales } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { middleOf, openWatchedList, pollNow } from '../../support/live-page'
import { enterProduct, uniqueWord } from '../../support/shop-api'

// Another user works with the API, while this user has the list on the screen.
test.use({ as: 'cashier' })

test('a row stays below the pointer when another till adds a sale or deletes one @long', async ({
  page,
  shop,
}) => {
  const { path, saleIds, addSale, deleteSale } = await enterSales(shop, 3)
  const [newest, middle] = await saleIds()
  await openWatchedList(page, path)
  const rows = page.locator('tbody tr')
  const ids = () => page.locator('tbody tr td:nth-child(2)').allTextContents()
  await expect(rows).toHaveCount(3)
  const row = rows.nth(1)
  await row.hover()
  const before = [await middleOf(row), await middleOf(page.getByLabel('Rows per page'))]

  await addSale()
  await pollNow(page)
  await expect(page.getByText('Show 1 new row')).toBeVisible()
  await expect(row).toContainText(String(middle))
  await deleteSale(newest)
  await pollNow(page)
  await expect(page.getByText('Show 2 changes')).toBeVisible()
  await expect(rows.first()).toContainText(`Removed: ${newest}`)
  await expect(row).toContainText(String(middle))
  expect([await middleOf(row), await middleOf(page.getByLabel('Rows per page'))]).toEqual(before)
  expect(await findAccessibilityViolations(page)).toEqual([])
  // After 30 seconds of rest, the rows would be released. The scan takes long on a slow machine.
  const removed = await middleOf(rows.first())
  await page.mouse.move(removed.x, removed.y)

  // A click on a button of the removed row does nothing.
  await page.mouse.click(
    (await middleOf(rows.first().getByText('Removed', { exact: true }))).x,
    (await middleOf(rows.first())).y,
  )
  await page.getByRole('heading', { name: 'Sales Management' }).hover()
  await expect(rows.first()).not.toContainText('Removed')
  expect(await ids()).toEqual((await saleIds()).map(String))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(/^Show/)).toHaveCount(0)
})

test('rows keep their places and the focus while the keyboard is in them @long', async ({
  page,
  shop,
}) => {
  const { path, addSale } = await enterSales(shop, 2)
  await openWatchedList(page, path)
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await page.getByRole('region', { name: 'Sales' }).focus()
  // Over the header's checkbox and buttons to the first row.
  const view = rows.first().getByRole('button', { name: 'View' })
  while (!(await view.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await addSale()
  await pollNow(page)
  const note = page.getByRole('button', { name: 'Show 1 new row' })
  await expect(note).toBeVisible()
  await expect(view).toBeFocused()
  await expect(rows).toHaveCount(2)
  // The details that Enter opens are those of the focused row, and the row is there afterwards.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sales Details' })).toBeVisible()
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(view).toBeFocused()
  await page.getByLabel('Rows per page').focus()
  await expect(rows).toHaveCount(3)
  await expect(note).toHaveCount(0)
})

test('the selection follows its records when another till adds and deletes sales @long', async ({
  page,
  shop,
}) => {
  const { path, saleIds, addSale, deleteSale } = await enterSales(shop, 3)
  const [newest, middle, oldest] = await saleIds()
  await openWatchedList(page, path)
  const checkbox = (id: number | undefined) =>
    page.getByRole('checkbox', { name: `Select Sale ${id}` })
  await checkbox(newest).check()
  await checkbox(oldest).check()
  await page.getByRole('heading', { name: 'Sales Management' }).hover()
  await addSale()
  await deleteSale(newest)
  await pollNow(page)
  await expect(page.getByText('1 of 3 row(s) selected.')).toBeVisible()
  await expect(checkbox(oldest)).toBeChecked()
  await expect(checkbox(middle)).not.toBeChecked()
  await expect(checkbox(newest)).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete (1)' }).click()
  await expect(page.getByText('Sales deleted successfully.')).toBeVisible()
  expect(await saleIds()).not.toContain(oldest)
  expect(await saleIds()).toContain(middle)
})

test('a long list stays where it was scrolled to, and the search keeps what is typed @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  const [customers] = recordScreens
  const ids: number[] = []
  const add = async (name: string) => {
    ids.push((await shop.enter('customers', { name: `${word} ${name}` })).id)
  }
  for (let number = 10; number < 62; number += 1) await add(String(number))
  const list = listPage(page, customers ?? salesScreen)
  await openWatchedList(page, `/customer?q=${word}&size=50&sort=-name`)
  await expect(page.locator('tbody tr')).toHaveCount(50)
  const row = list.row(`${word} 40`)
  await row.scrollIntoViewIfNeeded()
  const before = await middleOf(row)
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  // On top of the list, above what is on the screen. The pointer is not over the rows.
  await add('Zebra')
  await pollNow(page)
  await expect(page.getByText('of 53 row(s)')).toBeVisible()
  expect(await middleOf(row)).toEqual(before)

  await list.searchBox.click()
  await list.searchBox.press('End')
  await list.searchBox.pressSequentially(' z')
  await add('Zoo')
  await pollNow(page)
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await list.searchBox.pressSequentially('o')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(list.searchBox).toHaveValue(`${word} zo`)
  await expect(list.searchBox).toBeFocused()
  // Other tests expect that one page shows all customers.
  for (const id of ids) await shop.remove(`customers/${id}`)
})

test('the results of the product search stay below the pointer when others change products @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  const [first, second] = [
    await enterProduct(shop, `${word} Anvil`),
    await enterProduct(shop, `${word} Bell`),
  ]
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  await screen.search.fill(word)
  const bell = screen.option(`${word} Bell`)
  await bell.hover()
  const before = await middleOf(bell)
  await shop.remove(`products/${first.id}`)
  const categoryId = await shop.firstId('categories')
  await shop.update(`products/${second.id}`, {
    name: `${word} Bell`,
    price: 21,
    cost: 10,
    stock: 5,
    categoryId,
  })
  await pollNow(page)
  await expect(bell).toContainText('$21.00')
  expect(await middleOf(bell)).toEqual(before)
  await expect(screen.option(`${word} Anvil`)).toHaveAttribute('aria-disabled', 'true')
  await page.mouse.down()
  await page.mouse.up()
  await expect(screen.line(`${word} Bell`)).toContainText('$21.00')
  await expect(screen.lines).toHaveCount(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap opens the row that the finger touched, although another till adds a sale @long', async ({
    page,
    shop,
  }) => {
    const { path, saleIds, addSale } = await enterSales(shop, 2)
    const [newest] = await saleIds()
    await openWatchedList(page, path)
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(2)
    const point = await middleOf(rows.first().getByRole('button', { name: 'View' }))
    const browser = await page.context().newCDPSession(page)
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await addSale()
    await pollNow(page)
    await expect(page.getByText('Show 1 new row')).toBeVisible()
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    const sheet = page.getByRole('dialog', { name: 'Sales Details' })
    await expect(sheet.getByRole('region', { name: `Sale ${newest}` })).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(rows).toHaveCount(3)
  })

  test('a new sale appears by itself while no finger touches the rows @long', async ({
    page,
    shop,
  }) => {
    const { path, addSale } = await enterSales(shop, 2)
    await openWatchedList(page, path)
    const rows = page.locator('tbody tr')
    await rows.first().getByRole('checkbox').tap()
    await addSale()
    await pollNow(page)
    await expect(rows).toHaveCount(3)
    await expect(page.getByText('1 of 3 row(s) selected.')).toBeVisible()
  })
})
