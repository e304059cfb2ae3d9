import { appShell } from '../../pages/app-shell'
import { accounts } from '../../support/accounts'
import { createDocumentPage, fillInSale } from '../../pages/create-document-page'
import { enterTestGoods } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { logIn } from '../../pages/login-page'

const salesCall = '**/api/v1/sales'

test.describe('with one account', () => {
  test.use({ as: 'cashier', endsSession: true })

  // @holds spec 4.15, 4.16
  test('a draft survives a failed submit, a reload and a logout, and is recorded once', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 500/)
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    await screen.discount.fill('1.25')
    await screen.remark.fill('Wrapped')
    await page.route(salesCall, (route) => route.fulfill({ status: 500, json: { status: 500 } }))
    await screen.submit.click()
    await expect(screen.failed).toBeVisible()
    await expectDraft()

    await page.reload()
    await expectDraft()
    await appShell(page).logOut()
    await logIn(page, accounts.cashier)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await screen.open()
    await expectDraft()
    expect(await goods.recorded()).toEqual([])

    await page.unroute(salesCall)
    await screen.submit.click()
    await expect(screen.created).toBeVisible()
    expect(await goods.recorded()).toMatchObject([{ totalAmount: 38.75, remark: 'Wrapped' }])
    await page.reload()
    await expect(screen.empty).toBeVisible()

    async function expectDraft() {
      await expect(screen.partyButton).toHaveText(goods.party)
      await expect(screen.quantity(goods.first.name)).toHaveValue('2')
      await expect(screen.discount).toHaveValue('1.25')
      await expect(screen.remark).toHaveValue('Wrapped')
      await expect(screen.grandTotal).toHaveText('$38.75')
    }
  })

  test('two tabs share a draft and record one sale if both submit it', async ({
    page,
    context,
    shop,
  }) => {
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    const otherPage = await context.newPage()
    const other = createDocumentPage(otherPage, 'sales')
    await other.open()
    await expect(other.quantity(goods.first.name)).toHaveValue('2')
    await other.add(goods.second.name)
    await expect(screen.quantity(goods.second.name)).toHaveValue('1')
    await screen.remove(goods.first.name).click()
    await expect(other.lines).toHaveCount(1)
    await expect(other.partyButton).toHaveText(goods.party)

    await Promise.all([screen.submit.click(), other.submit.click()])
    await expect(screen.empty).toBeVisible()
    await expect(other.lines).toHaveCount(0)
    expect(await goods.recorded()).toMatchObject([{ totalAmount: 35 }])
    expect(await goods.stockOf(goods.second)).toBe(49)
  })

  test('a draft marks a changed price and a deleted product @long', async ({ page, shop }) => {
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    await screen.add(goods.second.name)
    const { id, name } = goods.first
    await shop.update(`products/${id}`, {
      name,
      price: 25,
      cost: 15,
      stock: 50,
      categoryId: goods.categoryId,
    })
    await shop.remove(`products/${goods.second.id}`)
    await page.reload()

    await expect(screen.line(name)).toContainText('The price is now $25.00.')
    await expect(screen.grandTotal).toHaveText('$75.00')
    await screen
      .line(name)
      .getByRole('button', { name: /Use new price/ })
      .click()
    await expect(screen.grandTotal).toHaveText('$85.00')
    await expect(screen.line(goods.second.name)).toContainText('This product was deleted.')
    await screen.remove(goods.second.name).click()
    await screen.submit.click()
    await expect(screen.created).toBeVisible()
    expect(await goods.recorded()).toMatchObject([{ totalAmount: 50 }])
  })
})

// @holds decision 26.3
test('a draft survives the end of the session and is recorded once @long', async ({
  page,
  shop,
  stockie,
  newcomer,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/)
  const goods = await enterTestGoods(shop, 'sales')
  await page.goto('/sales/create')
  await logIn(page, newcomer)
  await createDocumentPage(page, 'sales').expectOpen()
  const screen = await fillInSale(page, goods)
  const password = 'set by the owner'
  await stockie.users(['password', newcomer.email], password)
  await screen.submit.click()
  await expect(page).toHaveURL('/auth/login')
  expect(await goods.recorded()).toEqual([])

  await logIn(page, { ...newcomer, password })
  await screen.expectOpen()
  await expect(screen.quantity(goods.first.name)).toHaveValue('2')
  await screen.submit.click()
  await expect(screen.created).toBeVisible()
  expect(await goods.recorded()).toMatchObject([{ totalAmount: 40 }])
})

// @holds asvs 14.3.1
test('each account on a device has its own draft @long', async ({ page, shop, newcomer }) => {
  const goods = await enterTestGoods(shop, 'sales')
  const screen = createDocumentPage(page, 'sales')
  await logInToDraft(accounts.cashier)
  await fillInSale(page, goods)
  await appShell(page).logOut()

  await logInToDraft(newcomer)
  await expect(screen.empty).toBeVisible()
  await expect(screen.partyButton).toHaveText('Select Customer')
  await screen.add(goods.second.name)
  await appShell(page).logOut()

  await logInToDraft(accounts.cashier)
  await expect(screen.quantity(goods.first.name)).toHaveValue('2')
  await expect(screen.lines).toHaveCount(1)
  await expect(screen.partyButton).toHaveText(goods.party)
  await appShell(page).logOut()
  await logInToDraft(newcomer)
  await expect(screen.quantity(goods.second.name)).toHaveValue('1')

  async function logInToDraft(account: { email: string; password: string }) {
    await page.goto(screen.path)
    await logIn(page, account)
    await screen.expectOpen()
  }
})
