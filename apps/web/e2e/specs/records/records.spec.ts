import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { longUnless } from '../../support/long-form'
import { fillField, listPage } from '../../pages/list-page'
import { recordScreens } from '../../pages/record-screens'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

for (const screen of recordScreens) {
  const { path, resource, noun, messages } = screen
  const nameColumn = resource === 'products' ? 'Product Name' : 'Name'

  test.describe(`${noun}${longUnless(noun === 'Product')}`, () => {
    // @holds spec 1.2, 1.7-1.9, 1.15, 2.55, 2.58, 2.64-2.67, 2.73, 2.79, 2.80, 2.87, 2.88, 4.10
    // @holds spec 5.1, 5.2, 5.4-5.7, 5.10-5.12, 5.14, 8.11, 8.17, 8.20, 8.26, 8.32, 8.39
    // @holds decision 19.1
    test('a record is created and edited, with messages for invalid fields', async ({ page }) => {
      const list = listPage(page, screen)
      const name = uniqueWord()
      await list.open()
      await list.button('Create').click()
      await expect(list.dialog).toHaveAccessibleName(`Add ${noun}`)
      await expect(list.dialog).toHaveAccessibleDescription(
        `Add a new ${noun.toLowerCase()} by filling in the details below.`,
      )
      await expect(list.dialog.getByPlaceholder('Enter name')).toBeFocused()
      await list.save()
      for (const message of screen.required) {
        await expect(list.dialog.getByText(message, { exact: true })).toBeVisible()
      }
      for (const { label, value, message } of screen.invalid) {
        await fillField(list.dialog, label, value)
        await expect(list.dialog.getByText(message, { exact: true })).toBeVisible()
      }

      await fillField(list.dialog, 'Name', name)
      for (const { label, value, isSelect, placeholder } of screen.fields) {
        if (placeholder) await expect(list.dialog.getByPlaceholder(placeholder)).toBeVisible()
        await fillField(list.dialog, label, value, isSelect)
      }
      await list.dialog.getByLabel('Name', { exact: true }).press('Enter')
      await expect(page.getByText(messages.created)).toBeVisible()
      await expect(list.dialog).toHaveCount(0)
      await expect(list.button('Create')).toBeFocused()
      await list.search(name)
      for (const { shown } of screen.fields) await expect(list.row(name)).toContainText(shown)

      await list.row(name).getByRole('button', { name: 'Edit' }).click()
      await expect(list.dialog).toHaveAccessibleName(`Edit ${noun}`)
      await expect(list.dialog).toHaveAccessibleDescription(
        `Edit the details of the ${noun.toLowerCase()}.`,
      )
      await expect(list.dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
      for (const { label, value } of screen.fields.filter((field) => !field.isSelect)) {
        await expect(list.dialog.getByLabel(label, { exact: true })).toHaveValue(value)
      }
      await fillField(list.dialog, 'Name', `${name} renamed`)
      await list.save()
      await expect(page.getByText(messages.updated)).toBeVisible()
      await expect(list.row(`${name} renamed`)).toBeVisible()
      await expect(list.row(name).getByRole('button', { name: 'Edit' })).toBeFocused()
    })

    // @holds spec 1.7-1.9, 1.15, 2.58, 2.60, 2.74, 2.80, 2.82, 2.86, 4.11, 8.11, 8.17, 8.20, 8.26
    // @holds spec 8.32, 8.39, 9.19, decision 19.1
    test('a record is deleted after a confirmation', async ({ page, shop }) => {
      const list = listPage(page, screen)
      const name = uniqueWord()
      await shop.enter(resource, await screen.body(shop, name))
      await list.open()
      await list.search(name)
      const remove = list.row(name).getByRole('button', { name: 'Delete' })
      await remove.click()
      await expect(list.confirm).toHaveAccessibleDescription(
        new RegExp(
          `^Are you sure you want to delete this ${noun.toLowerCase()}\\? This action cannot be undone\\. .*${name}`,
        ),
      )
      await list.confirm.getByRole('button', { name: 'Cancel' }).click()
      await expect(list.confirm).toHaveCount(0)
      await expect(remove).toBeFocused()

      await remove.click()
      await list.confirm.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText(messages.removed)).toBeVisible()
      await expect(list.confirm).toHaveCount(0)
      await expect(list.row(name)).toHaveCount(0)
      await expect(page.getByText(screen.empty, { exact: true })).toBeVisible()
    })

    // @holds spec 1.15, 2.56, 2.57, 2.75, 2.79, 2.85, 4.14, 8.11, 8.17, 8.20, 8.26, 8.32, 8.39
    // @holds spec 9.19
    test('selected records are deleted without a confirmation, and Undo restores them', async ({
      page,
      shop,
    }) => {
      const list = listPage(page, screen)
      const word = uniqueWord()
      const names = [`${word} one`, `${word} two`, `${word} three`]
      for (const name of names) await shop.enter(resource, await screen.body(shop, name))
      await list.open()
      await list.search(word)
      await expect(page.getByRole('row')).toHaveCount(4)
      await expect(list.button(/^Delete \(/)).toHaveCount(0)
      await page.getByRole('checkbox', { name: `Select ${names[1]}` }).check()
      await expect(list.button('Delete (1)')).toBeVisible()
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()

      const release = await holdResponses(page, `**/api/v1/${resource}/bulk`)
      await list.button('Delete (3)').click()
      await expect(list.button('Deleting...')).toBeDisabled()
      release()
      // The toast stays while the pointer is on it.
      await page.getByText(messages.removedMany).hover()
      await expect(list.row(word)).toHaveCount(0)
      await expect(list.button(/^Delet/)).toHaveCount(0)

      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(list.row(word)).toHaveCount(3)
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
      const restored = await shop.list<{ id: number; name: string }>(resource)
      expect(restored.filter(({ name }) => names.includes(name))).toHaveLength(3)
    })

    // @holds spec 1.15-1.17, 2.53, 2.54, 2.59, 2.61, 2.79
    test('search, sort, page and columns survive a reload and a visit to another screen', async ({
      page,
      shop,
    }) => {
      const list = listPage(page, screen)
      const word = uniqueWord()
      for (let number = 1; number <= 11; number += 1) {
        await shop.enter(resource, await screen.body(shop, `${word} ${number}`))
      }
      await list.open()
      await list.search(word.toUpperCase())
      await expect(page.getByText('Page 1 of 2')).toBeVisible()
      await list.chooseInHeader(nameColumn, 'Desc')
      await expect(page.getByRole('columnheader', { name: nameColumn })).toHaveAttribute(
        'aria-sort',
        'descending',
      )
      // The rows may be sorted a moment after the header.
      await expect
        .poll(async () => (await list.column(nameColumn)).slice(0, 3))
        .toEqual([11, 10, 9].map((number) => `${word} ${number}`))
      if (screen.hideableColumn) {
        await list.chooseInHeader(screen.hideableColumn, 'Hide')
        await expect(page.getByRole('columnheader', { name: screen.hideableColumn })).toHaveCount(0)
      }
      await list.button('Go to next page').click()
      await expect(page.getByText('Page 2 of 2')).toBeVisible()

      async function expectSameState() {
        await expect(page.getByText('Page 2 of 2')).toBeVisible()
        await expect(list.searchBox).toHaveValue(word.toUpperCase())
        await expect(list.row(word)).toHaveCount(1)
        await expect.poll(() => list.column(nameColumn)).toEqual([`${word} 1`])
        const { hideableColumn = 'nothing' } = screen
        await expect(page.getByRole('columnheader', { name: hideableColumn })).toHaveCount(0)
      }
      await expectSameState()
      // The URL changes a moment after the table.
      await expect(page).toHaveURL(/page=2/)
      await page.reload()
      await expectSameState()
      const { sidebar } = appShell(page)
      await sidebar.getByRole('link', { name: 'Dashboard' }).click()
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await sidebar.locator(`a[href="${path}"]`).click()
      await expectSameState()

      await page.getByRole('checkbox', { name: `Select ${word} 1` }).check()
      await list.button('Delete (1)').click()
      await expect(page.getByText('Page 1 of 1')).toBeVisible()
      await expect(list.row(word)).toHaveCount(10)
      await list.button('Reset').click()
      await expect(list.searchBox).toHaveValue('')
      await expect(list.button('Reset')).toHaveCount(0)
      await page.getByLabel('Rows per page').selectOption('50')
      await expect(page.getByLabel('Rows per page')).toHaveValue('50')
      // The records of other tests may fill the first page.
      await list.search(word)
      await expect(list.row(word)).toHaveCount(10)
      if (screen.hideableColumn) {
        await list.button('View').click()
        await page.getByRole('menuitemcheckbox', { name: screen.hideableColumn }).click()
        await expect(page.getByRole('columnheader', { name: screen.hideableColumn })).toBeVisible()
      }
    })
  })
}
