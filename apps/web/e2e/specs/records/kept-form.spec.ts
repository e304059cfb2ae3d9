import type { Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { fillField, listPage } from '../../pages/list-page'
import { logIn } from '../../pages/login-page'
import { recordScreenOf, recordScreens } from '../../pages/record-screens'
import { viewportSizes } from '../../pages/screen-states'
import { accounts } from '../../support/accounts'
import { sellProduct } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import { enterProduct, stockOf, uniqueWord } from '../../support/shop-api'
import { storedValue } from '../../support/stored-value'

test.use({ as: 'cashier', endsSession: true })

test.beforeEach(({ consoleErrors }) => void consoleErrors.allow(/status of 401/))

const apiCalls = '**/api/v1/**'

/**
 * Ends the session at the API, as its expiry does. The browser learns of it by the next step of the test, because
 * until then no poll and no list of an open form is answered.
 */
async function endSession(page: Page) {
  const requests = await page.requests()
  await Promise.all(requests.map((request) => request.response()))
  await page.route(apiCalls, (route) =>
    route.request().method() === 'GET' ? undefined : route.fallback(),
  )
  const token = await storedValue(page, 'token')
  const url = new URL('/api/v1/auth/logout', page.url())
  const headers = { Authorization: `Bearer ${token}` }
  expect((await fetch(url, { method: 'POST', headers })).status).toBe(204)
}

async function expectLoginPage(page: Page) {
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
  await page.unroute(apiCalls)
}

function keptForms(page: Page) {
  return page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith('stockie-form-')),
  )
}

for (const size of Object.values(viewportSizes)) {
  test.describe(`${size.width} px`, () => {
    test.use({ viewport: size })

    // @holds decision 15.4
    test(`a new record whose session ended is in the open form after the login, and is saved once${longUnless(size.width === 390)}`, async ({
      page,
      shop,
      consoleErrors,
    }) => {
      consoleErrors.allow(/net::ERR_/)
      const screen = recordScreenOf('expenses')
      const list = listPage(page, screen)
      const name = uniqueWord()
      await page.goto('/user')
      await page.goto(`${screen.path}?q=${name}`)
      await list.button('Create').click()
      await fillField(list.dialog, 'Name', name)
      for (const { label, value, isSelect } of screen.fields) {
        await fillField(list.dialog, label, value, isSelect)
      }
      // The API records the expense, but its answer is lost.
      await page.route('**/api/v1/expenses', async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      })
      await list.save()
      await expect(list.dialog.getByRole('alert')).toContainText('Stockie cannot be reached.')
      await page.unroute('**/api/v1/expenses')
      await endSession(page)
      await list.save()
      await expectLoginPage(page)

      await logIn(page, accounts.cashier)
      await expect(page).toHaveURL(`${screen.path}?q=${name}`)
      await expect(list.dialog).toHaveAccessibleName('Add Expense')
      await expect(list.dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
      for (const { label, value } of screen.fields.filter(({ isSelect }) => !isSelect)) {
        await expect(list.dialog.getByLabel(label, { exact: true })).toHaveValue(value)
      }
      await list.save()
      await expect(page.getByText(screen.messages.created)).toBeVisible()
      await expect(list.dialog).toHaveCount(0)
      await expect(list.row(name)).toHaveCount(1)
      const records = await shop.list<{ name: string }>('expenses')
      expect(records.filter((row) => row.name === name)).toHaveLength(1)
      expect(await keptForms(page)).toEqual([])

      await page.goBack()
      await expect(page).toHaveURL('/user')
    })
  })
}

test('an edited record is fetched again after the login, and its stock keeps what was sold meanwhile @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  // The price was changed meanwhile.
  consoleErrors.allow(/status of 412/)
  const list = listPage(page, recordScreenOf('products'))
  const name = uniqueWord()
  const { id } = await enterProduct(shop, name, { stock: 20 })
  await page.goto(`/product?q=${name}`)
  await list.row(name).getByRole('button', { name: 'Edit' }).click()
  await fillField(list.dialog, 'Stock', '25')
  await endSession(page)
  await sellProduct(shop, id, 3)
  const categoryId = await shop.firstId('categories')
  await shop.update(`products/${id}`, { name, price: 30, cost: 10, stock: 17, categoryId })
  await list.save()
  await expectLoginPage(page)

  await logIn(page, accounts.cashier)
  await expect(list.dialog).toHaveAccessibleName('Edit Product')
  await expect(list.dialog.getByLabel('Price')).toHaveValue('30')
  await expect(list.dialog.getByLabel('Stock')).toHaveValue('25')
  await list.save()
  await expect(list.dialog).toHaveCount(0)
  // Five more than the form showed, and three were sold.
  expect(await stockOf(shop, id)).toBe(22)
})

test('an expense of another day is found again, and one that was deleted meanwhile is restored @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/)
  const screen = recordScreenOf('expenses')
  const list = listPage(page, screen)
  const name = uniqueWord()
  const { id } = await shop.enter('expenses', await screen.body(shop, name))
  await page.goto(`/expense?q=${name}`)
  await list.row(name).getByRole('button', { name: 'Edit' }).click()
  await fillField(list.dialog, 'Amount', '55')
  await page.goto('/expense?from=2020-01-01&to=2020-01-01')
  await expect(list.dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(list.dialog.getByLabel('Amount')).toHaveValue('55')

  await shop.remove(`expenses/${id}`)
  await page.reload()
  const gone = `“${name}” was deleted. Save to restore it with your changes.`
  await expect(page.getByText(gone)).toBeVisible()
  await list.save()
  await list.dialog.getByRole('button', { name: 'Restore and save' }).click()
  await expect(list.dialog).toHaveCount(0)
  expect(await keptForms(page)).toEqual([])
  await page.goto(`/expense?q=${name}`)
  await expect(list.row(name)).toContainText('$55')
})

test('another user does not see a kept form, its own user does, and a log out removes it @long', async ({
  page,
}) => {
  const list = listPage(page, recordScreenOf('customers'))
  await list.open()
  await list.button('Create').click()
  await fillField(list.dialog, 'Name', 'Dora')
  await endSession(page)
  await page.reload()
  await expectLoginPage(page)

  await logIn(page, accounts.manager)
  await expect(list.heading).toBeVisible()
  await list.button('Create').click()
  await expect(list.dialog.getByLabel('Name', { exact: true })).toHaveValue('')
  await page.keyboard.press('Escape')
  await endSession(page)
  await page.reload()
  await expectLoginPage(page)

  await logIn(page, accounts.cashier)
  await expect(list.dialog.getByLabel('Name', { exact: true })).toHaveValue('Dora')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await keptForms(page)).toHaveLength(1)
  // The form covers the menu, but another tab may log out.
  const other = await page.context().newPage()
  await other.goto('/user')
  await appShell(other).logOut()
  await expect(page).toHaveURL('/auth/login')
  expect(await keptForms(page)).toEqual([])
})

test('each record form survives a reload until it is saved, cancelled or discarded @long', async ({
  page,
}) => {
  for (const screen of recordScreens) {
    const list = listPage(page, screen)
    const name = uniqueWord()
    await list.open()
    await list.button('Create').click()
    for (const { label, value, isSelect } of screen.fields) {
      await fillField(list.dialog, label, value, isSelect)
    }
    await fillField(list.dialog, 'Name', name)
    await page.reload()
    await expect(list.dialog).toHaveAccessibleName(`Add ${screen.noun}`)
    await expect(list.dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
    for (const { label, value, isSelect } of screen.fields) {
      const field = list.dialog.getByLabel(label, { exact: true })
      if (isSelect) await expect(field.locator('option:checked')).toHaveText(value)
      else await expect(field).toHaveValue(value)
    }
    await list.dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(list.dialog).toHaveCount(0)
    expect(await keptForms(page)).toEqual([])
  }
})
