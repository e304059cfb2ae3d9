import type { Page } from '@playwright/test'

import { fillField, listPage } from '../../pages/list-page'
import { recordScreenOf } from '../../pages/record-screens'
import { viewportSizes } from '../../pages/screen-states'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

const customers = recordScreenOf('customers')

function customerForm(page: Page) {
  const list = listPage(page, customers)
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  return {
    ...list,
    name: list.dialog.getByLabel('Name', { exact: true }),
    question,
    keep: question.getByRole('button', { name: 'Keep editing' }),
    discard: question.getByRole('button', { name: 'Discard' }),
    clickOutside: () => page.mouse.click(5, 5),
  }
}

for (const size of Object.values(viewportSizes)) {
  test.describe(`${size.width} px`, () => {
    test.use({ viewport: size })

    test(`Escape and a click outside ask before they discard changes${longUnless(size.width === 390)}`, async ({
      page,
    }) => {
      const form = customerForm(page)
      await form.open()
      await form.button('Create').click()
      await fillField(form.dialog, 'Name', 'Dora')
      for (const leave of [() => page.keyboard.press('Escape'), form.clickOutside]) {
        await leave()
        await expect(form.question).toHaveAccessibleDescription(
          'What you entered has not been saved.',
        )
        await expect(form.keep).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(form.question).toHaveCount(0)
        await expect(form.name).toBeFocused()

        await leave()
        await form.keep.click()
        await expect(form.question).toHaveCount(0)
        await expect(form.name).toBeFocused()
        await expect(form.name).toHaveValue('Dora')
      }
      await page.keyboard.press('Escape')
      // Outside of the question: keeps editing.
      await form.clickOutside()
      await expect(form.question).toHaveCount(0)
      await expect(form.name).toHaveValue('Dora')

      await form.clickOutside()
      await form.discard.click()
      await expect(form.dialog).toHaveCount(0)
      await expect(form.button('Create')).toBeFocused()
      await form.button('Create').click()
      await expect(form.name).toHaveValue('')
    })

    test('an unchanged form and Cancel close at once @long', async ({ page, shop }) => {
      const form = customerForm(page)
      const name = uniqueWord()
      await shop.enter('customers', { name, phone: '555' })
      await form.open()
      await form.search(name)
      const edit = form.row(name).getByRole('button', { name: 'Edit' })
      for (const leave of [() => page.keyboard.press('Escape'), form.clickOutside]) {
        await edit.click()
        await fillField(form.dialog, 'Phone', '5556')
        await fillField(form.dialog, 'Phone', '555')
        await leave()
        await expect(form.dialog).toHaveCount(0)
        await expect(edit).toBeFocused()
      }
      await edit.click()
      await fillField(form.dialog, 'Phone', '5556')
      await form.dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(form.dialog).toHaveCount(0)
      await expect(form.question).toHaveCount(0)
      await expect(form.row(name)).toContainText('555')
    })

    test('selecting text to the outside and a double click on Create close nothing @long', async ({
      page,
    }) => {
      const form = customerForm(page)
      await form.open()
      await form.button('Create').dblclick()
      await expect(form.dialog).toBeVisible()
      await fillField(form.dialog, 'Name', 'Dora')
      const box = await form.name.boundingBox()
      if (!box) throw new Error('The field is not visible')
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(5, 5, { steps: 3 })
      await page.mouse.up()
      await page.mouse.move(5, 5)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
      await page.mouse.up()
      // The next click outside asks: the presses before did not.
      await expect(form.question).toHaveCount(0)
      await form.clickOutside()
      await expect(form.question).toBeVisible()
    })
  })
}
