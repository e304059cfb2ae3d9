import {
  closeByBack,
  expectUsers,
  openAfterUsers,
  pressBackInOverlay,
  waitForEntry,
} from '../../pages/browser-buttons'
import { dashboardPage, lastMonthQuery, tradingDay } from '../../pages/dashboard-page'
import { fillField, listPage } from '../../pages/list-page'
import { purchaseScreen, salesScreen } from '../../pages/list-screens'
import { productsPage } from '../../pages/products-page'
import { recordScreenOf } from '../../pages/record-screens'
import { viewportSizes } from '../../pages/screen-states'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { longUnless } from '../../support/long-form'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

const customers = recordScreenOf('customers')

for (const size of Object.values(viewportSizes)) {
  test.describe(`${size.width} px`, () => {
    test.use({ viewport: { ...size, height: 500 } })

    test(`Back closes a dialog and a sheet, and keeps URL, search and scroll position${longUnless(size.width === 390)}`, async ({
      page,
    }) => {
      const list = productsPage(page)
      await openAfterUsers(page, '/product?q=e')
      const url = page.url()
      const scrolled = () => page.evaluate(() => window.scrollY)
      for (const name of ['Edit', 'Delete', /^Stock of/]) {
        const opener = page.getByRole('row').last().getByRole('button', { name })
        await opener.scrollIntoViewIfNeeded()
        await page.evaluate(() => window.scrollBy(0, 40))
        const before = await scrolled()
        expect(before).toBeGreaterThan(0)
        await opener.click()
        const overlay = page.getByRole('dialog').or(page.getByRole('alertdialog'))
        await expect(overlay).toBeVisible()
        await closeByBack(page)
        await expect(overlay).toHaveCount(0)
        await expect(opener).toBeFocused()
        expect(page.url()).toBe(url)
        await expect(list.searchBox).toHaveValue('e')
        expect(await scrolled()).toBe(before)
      }
      await page.goForward()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(page.url()).toBe(url)
      await page.goBack()
      await expectUsers(page)
    })

    test('a dialog that closes by other means costs no second Back @long', async ({ page }) => {
      const list = listPage(page, customers)
      await openAfterUsers(page, customers.path)
      const closings = [
        () => page.keyboard.press('Escape'),
        () => list.dialog.getByRole('button', { name: 'Cancel' }).click(),
        () => page.mouse.click(5, 5),
        async () => {
          await fillField(list.dialog, 'Name', uniqueWord())
          await list.save()
        },
      ]
      for (const close of closings) {
        await list.button('Create').click()
        await waitForEntry(page, true)
        // The entry of the dialog before may still be there.
        await expect(list.dialog).toBeVisible()
        await close()
        await expect(list.dialog).toHaveCount(0)
      }
      await page.goBack()
      await expectUsers(page)
    })

    test('Back closes the details of a sale and of a purchase @long', async ({ page }) => {
      for (const screen of [salesScreen, purchaseScreen]) {
        await openAfterUsers(page, `${screen.path}?from=${tradingDay}&to=${tradingDay}`)
        const view = page.getByRole('cell').getByRole('button', { name: 'View' }).first()
        await view.click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await closeByBack(page)
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(view).toBeFocused()
        await page.goBack()
        await expectUsers(page)
      }
    })

    test(`Back asks on a changed form, then closes the question, and leaves the form open @long`, async ({
      page,
    }) => {
      const list = listPage(page, customers)
      const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
      await openAfterUsers(page, customers.path)
      await list.button('Create').click()
      await fillField(list.dialog, 'Name', 'Dora')
      await pressBackInOverlay(page)
      await expect(question).toBeVisible()
      await pressBackInOverlay(page)
      await expect(question).toHaveCount(0)
      await expect(list.dialog.getByLabel('Name')).toHaveValue('Dora')
      await expect(list.dialog.getByLabel('Name')).toBeFocused()
      await pressBackInOverlay(page)
      await question.getByRole('button', { name: 'Discard' }).click()
      await expect(list.dialog).toHaveCount(0)
      await expect(page).toHaveURL(customers.path)
      await page.goBack()
      await expectUsers(page)
    })

    test('Back during a save closes nothing, and the record is saved once @long', async ({
      page,
      shop,
    }) => {
      const list = listPage(page, customers)
      const name = uniqueWord()
      await openAfterUsers(page, customers.path)
      await list.button('Create').click()
      await fillField(list.dialog, 'Name', name)
      const release = await holdResponses(page, '**/api/v1/customers')
      await list.save()
      await expect(list.dialog.getByLabel('Name')).toBeDisabled()
      await pressBackInOverlay(page)
      await pressBackInOverlay(page)
      await expect(list.dialog).toBeVisible()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      release()
      await expect(list.dialog).toHaveCount(0)
      const records = await shop.list<{ name: string }>('customers')
      expect(records.filter((row) => row.name === name)).toHaveLength(1)
      await page.goBack()
      await expectUsers(page)
    })
  })
}

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('Back from a page that a sheet has opened leads to the page of the sheet @long', async ({
    page,
  }) => {
    const dashboard = dashboardPage(page)
    await openAfterUsers(page, `/product`)
    await dashboard.open(`?${lastMonthQuery}`)
    await dashboard.product('Green Tea').getByRole('button').click()
    await waitForEntry(page, true)
    await dashboard.dialog.getByRole('link', { name: 'Sale 2' }).click()
    await expect(page).toHaveURL(`/sales?from=${tradingDay}&to=${tradingDay}&q=2`)
    await page.goBack()
    await expect(page).toHaveURL(`/dashboard?${lastMonthQuery}`)
    await expect(dashboard.product('Green Tea')).toBeVisible()
    await expect(dashboard.dialog).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/product')
  })
})

test('Back leaves the page at once if a reload has closed its sheet @long', async ({ page }) => {
  const list = productsPage(page)
  await openAfterUsers(page, '/product')
  await page
    .getByRole('button', { name: /^Stock of/ })
    .first()
    .click()
  await waitForEntry(page, true)
  await page.reload()
  await expect(list.heading).toBeVisible()
  await expect(list.dialog).toHaveCount(0)
  await page.goBack()
  await expectUsers(page)
})

test('Back leaves the page at once from an open menu or picker on a wide screen @long', async ({
  page,
}) => {
  await openAfterUsers(page, '/expense')
  await page.getByRole('button', { name: /Today/ }).click()
  await expect(page.getByRole('dialog', { name: 'Date range' })).toBeVisible()
  await page.goBack()
  await expectUsers(page)
})

test('Back leaves the page at once while a picker loads on a wide screen @long', async ({
  page,
}) => {
  const release = await holdResponses(page, '**/assets/date-range-form-*.js')
  await openAfterUsers(page, '/expense')
  await page.getByRole('button', { name: /Today/ }).click()
  await expect(page.getByRole('dialog', { name: 'Date range' }).getByRole('status')).toBeVisible()
  await page.goBack()
  await expectUsers(page)
  release()
})
