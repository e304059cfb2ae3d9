import { appShell } from '../../pages/app-shell'
import { createDocumentPage, fillInSale } from '../../pages/create-document-page'
import { logIn } from '../../pages/login-page'
import { parkedSales } from '../../pages/parked-sales'
import { accounts } from '../../support/accounts'
import { openColleague } from '../../support/people/colleague'
import { enterTestGoods } from '../../support/documents'
import { profilePage } from '../../pages/profile/profile-page'
import { expect, test } from '../../support/fixtures'

const takeCall = '**/api/v1/parked-sales/*/take'

test.describe('with one account', () => {
  test.use({ as: 'cashier', endsSession: true })

  test('a sale is parked at one till and resumed at another, and the first one learns it', async ({
    page,
    browser,
    stockie,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 409/)
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    await screen.discount.fill('1.25')
    await screen.remark.fill('Wrapped')
    const mine = parkedSales(page)
    await mine.parkAs(goods.word)
    await expect(page.getByText('Sale parked.')).toBeVisible()
    await expect(screen.empty).toBeVisible()
    await expect(screen.partyButton).toHaveText('Select Customer')
    await expect(screen.partyButton).toBeFocused()
    expect(await goods.stockOf(goods.first)).toBe(50)
    await mine.open()
    await expect(mine.item(goods.word)).toContainText('$38.75')

    const colleague = await openColleague(browser, stockie, accounts.manager)
    const other = createDocumentPage(colleague, 'sales')
    await other.open()
    const theirs = parkedSales(colleague)
    await theirs.open()
    await theirs.resume(goods.word).click()
    await expect(colleague.getByText('Sale resumed.')).toBeVisible()
    await expect(other.search).toBeFocused()
    await expect(other.partyButton).toHaveText(goods.party)
    await expect(other.quantity(goods.first.name)).toHaveValue('2')
    await expect(other.discount).toHaveValue('1.25')
    await expect(other.remark).toHaveValue('Wrapped')

    await mine.resume(goods.word).click()
    await expect(mine.sheet.getByRole('alert')).toContainText(
      /^Error: .+ resumed this sale on \d\d \w{3} \d{4}, \d\d:\d\d\.$/,
    )
    await expect(mine.item(goods.word)).toHaveCount(0)
    await other.submit.click()
    await expect(other.created).toBeVisible()
    expect(await goods.recorded()).toMatchObject([{ totalAmount: 38.75, remark: 'Wrapped' }])
    await colleague.context().close()
  })

  test('a parked sale survives a log-out and marks a changed price, and resuming parks the open sale @long', async ({
    page,
    shop,
  }) => {
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    const parked = parkedSales(page)
    await parked.parkAs(goods.word)
    await expect(screen.empty).toBeVisible()
    await appShell(page).logOut()
    const { id, name } = goods.first
    const product = { name, price: 25, cost: 15, stock: 50, categoryId: goods.categoryId }
    await shop.update(`products/${id}`, product)
    await logIn(page, accounts.cashier)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

    await screen.open()
    await screen.add(goods.second.name)
    await parked.open()
    await parked.resume(goods.word).click()
    await expect(screen.line(name)).toContainText('The price is now $25.00.')
    await expect(screen.lines).toHaveCount(1)
    await parked.open()
    const open = parked.sheet.getByRole('article').first()
    await expect(open).toContainText(goods.second.name)
    await expect(open).toContainText('$35.00')
  })

  test('a sale whose answer was lost is resumed after a reload @long', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED|Failed to load/)
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    const parked = parkedSales(page)
    await parked.parkAs(goods.word)
    await expect(screen.empty).toBeVisible()
    await parked.open()
    await page.route(takeCall, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await parked.resume(goods.word).click()
    await expect(parked.sheet.getByRole('alert')).toContainText('Resume it again to get it.')
    await page.unroute(takeCall)
    await page.reload()
    await expect(screen.quantity(goods.first.name)).toHaveValue('2')
    await expect(screen.partyButton).toHaveText(goods.party)
    await page.reload()
    await expect(screen.quantity(goods.first.name)).toHaveValue('2')
  })

  test('a parked sale is deleted, restored and resumed by keyboard @long', async ({
    page,
    shop,
  }) => {
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    const parked = parkedSales(page)
    await parked.park.focus()
    await page.keyboard.press('Enter')
    await expect(parked.dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.type(goods.word)
    await page.keyboard.press('Enter')
    await expect(screen.empty).toBeVisible()
    await parked.parked.focus()
    await page.keyboard.press('Enter')
    await parked.remove(goods.word).focus()
    await page.keyboard.press('Enter')
    await expect(parked.item(goods.word)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(parked.item(goods.word)).toBeVisible()
    await parked.resume(goods.word).focus()
    await page.keyboard.press('Enter')
    await expect(screen.quantity(goods.first.name)).toHaveValue('2')
    await expect(screen.search).toBeFocused()
  })
})

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('the owner restores a parked sale whose Undo is gone @long', async ({ page, shop }) => {
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    const parked = parkedSales(page)
    await parked.park.click()
    await parked.dialog.getByLabel('Name').fill(goods.word)
    await page.keyboard.press('Enter')
    await expect(screen.empty).toBeVisible()
    await parked.parked.click()
    await parked.remove(goods.word).click()
    await expect(parked.item(goods.word)).toHaveCount(0)

    await page.goto('/profile')
    await page.getByLabel('Show deleted').selectOption('Parked sales')
    const { deletedRecords } = profilePage(page)
    await deletedRecords.getByRole('button', { name: `Restore Parked sale ${goods.word}` }).click()
    await expect(page.getByText(`Parked sale ${goods.word} restored.`)).toBeVisible()
    await screen.open()
    await parked.parked.click()
    await expect(parked.item(goods.word)).toBeVisible()
  })
})
