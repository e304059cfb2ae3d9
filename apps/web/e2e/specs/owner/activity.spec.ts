import type { Page } from '@playwright/test'

import { activityPath, activityRows } from '../../pages/profile/activity-page'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { keepAsLoaded } from '../../support/held-responses'
import { longUnless } from '../../support/long-form'
import { enterProduct, uniqueWord } from '../../support/shop-api'
import { tabTo } from '../../support/tab-to'

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${size.width} px`, () => {
    test.use({ as: 'owner', viewport: size })

    test(`the owner reads who did what, in plain sentences, and opens the record${longUnless(size.width === 390)}`, async ({
      page,
      shop,
    }) => {
      const name = uniqueWord()
      const { id } = await enterProduct(shop, name, { price: 12 })
      const edited = {
        name,
        price: 14,
        cost: 9,
        stock: 5,
        categoryId: await shop.firstId('categories'),
      }
      await shop.update(`products/${id}`, { ...edited, cost: 10 })
      await shop.update(`products/${id}`, { ...edited, price: 15 })
      await page.goto(`${activityPath}&kind=products`)
      await expect(activityRows(page).first()).toContainText(`changed the product ${name}`)
      await expect(activityRows(page).first()).toContainText('Cost from $10.00 to $9.00')
      await expect(activityRows(page).first()).toContainText('Price from $14.00 to $15.00')
      await expect(activityRows(page).nth(1)).toContainText(
        `Nora Lindqvist changed the price of ${name} from $12.00 to $14.00`,
      )
      await expect(activityRows(page).nth(2)).toContainText(`added the product ${name}`)
      expect(await findAccessibilityViolations(page)).toEqual([])
      const link = activityRows(page).first().getByRole('link', { name })
      await tabTo(page, link)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('cell', { name }).first()).toBeVisible()
      await page.goBack()
      await expect(activityRows(page).first()).toContainText(name)
    })

    test('a record shows its history below its form @long', async ({ page, shop }) => {
      const name = uniqueWord()
      const { id } = await shop.enter('customers', { name })
      await shop.update(`customers/${id}`, { name, phone: '020 7946' })
      await page.goto(`/customer?q=${name}`)
      await page.getByRole('button', { name: 'Edit' }).first().click()
      await tabTo(page, page.getByRole('button', { name: 'History' }))
      await page.keyboard.press('Enter')
      await expect(activityRows(page, 'History')).toHaveCount(2)
      await expect(activityRows(page, 'History').first()).toContainText('set the phone to 020 7946')
      await expect(activityRows(page, 'History').last()).toContainText('Nora Lindqvist added it')
      expect(await findAccessibilityViolations(page)).toEqual([])
      // It belongs to no form: the dialog asks no question.
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
  })
}

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('the choices stand in the address and survive a reload @long', async ({ page, shop }) => {
    const name = uniqueWord()
    await shop.enter('suppliers', { name })
    await page.goto(activityPath)
    await page.getByLabel('Kind of record').selectOption('Suppliers')
    await page.getByLabel('Done by').selectOption('Nora Lindqvist')
    await page.getByLabel('Days').selectOption('Today')
    await expect(activityRows(page).first()).toContainText(`added the supplier ${name}`)
    await expect(page).toHaveURL(/tab=activity&kind=suppliers&by=\d+&from=.*&to=/)
    await page.reload()
    await expect(page.getByLabel('Kind of record')).toHaveValue('suppliers')
    await expect(page.getByLabel('Days')).toHaveValue('Today')
    await expect(activityRows(page).first()).toContainText(name)
    await page.getByLabel('Days').selectOption('Yesterday')
    await expect(page.getByText('No activity matches.')).toBeVisible()
    await page.getByLabel('Days').selectOption('Other days')
    await expect(page.getByRole('button', { name: /Date range/ })).toBeVisible()
  })

  test('the owner chooses a removed account, and the command line @long', async ({
    page,
    shop,
    stockie,
    newcomer,
  }) => {
    await stockie.newToken(newcomer)
    const users = await shop.list<{ id: number; email: string }>('users')
    const id = users.find(({ email }) => email === newcomer.email)?.id
    await shop.remove(`users/${id}`)
    await page.goto(activityPath)
    await page.getByLabel('Done by').selectOption(`${newcomer.name} (removed)`)
    await expect(activityRows(page)).toHaveCount(1)
    await expect(activityRows(page)).toContainText(`${newcomer.name} signed in`)
    await page.getByLabel('Done by').selectOption('Command line')
    await expect(page).toHaveURL(/by=command-line/)
    await expect(activityRows(page).first()).toContainText('The command line')
    await page.reload()
    await expect(page.getByLabel('Done by')).toHaveValue('command-line')
    const added = activityRows(page).filter({ hasText: newcomer.name })
    await expect(added).toContainText(`The command line added the account ${newcomer.name}`)
    await expect(activityRows(page).filter({ hasText: 'Nora Lindqvist' })).toHaveCount(0)
  })

  test('a longer list shows one page after the other @long', async ({ page, shop }) => {
    const name = uniqueWord()
    const { id } = await shop.enter('categories', { name })
    for (let count = 1; count <= 55; count += 1) {
      await shop.update(`categories/${id}`, { name: `${name} ${count}` })
    }
    await page.goto(`${activityPath}&kind=categories`)
    await expect(activityRows(page)).toHaveCount(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(activityRows(page).nth(55)).toContainText(`added the category ${name}`)
  })

  test('a change and a sign-in by someone else appear without a reload @long', async ({
    page,
    shop,
    stockie,
    newcomer,
  }) => {
    const name = uniqueWord()
    await page.goto(activityPath)
    await expect(activityRows(page).first()).toBeVisible()
    await shop.enter('customers', { name })
    await expect(activityRows(page).filter({ hasText: name })).toHaveCount(1, { timeout: 20_000 })
    await stockie.newToken(newcomer)
    const signIn = activityRows(page).filter({ hasText: `${newcomer.name} signed in` })
    await expect(signIn).toHaveCount(1, { timeout: 20_000 })
  })

  test('a list that cannot be read says so, and Try again reads it @long', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/activity/)
    await keepAsLoaded(page)
    await page.route('**/api/v1/activity*', (route) => route.abort())
    await page.goto(activityPath)
    await expect(page.getByText('Failed to load the activity.', { exact: true })).toBeVisible({
      timeout: 20_000,
    })
    await page.unroute('**/api/v1/activity*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(activityRows(page).first()).toBeVisible()
  })
})

test.describe('as a cashier', () => {
  test.use({ as: 'cashier' })

  test('a cashier has no activity of the shop, but the history of a record @long', async ({
    page,
    shop,
  }) => {
    await page.goto(activityPath)
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Activity' })).toHaveCount(0)
    const name = uniqueWord()
    await shop.enter('categories', { name })
    await page.goto(`/category?q=${name}`)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('button', { name: 'History' }).click()
    await expect(activityRows(page, 'History')).toHaveCount(1)
    await save(page)
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})
