import type { Page } from '@playwright/test'

import { dashboardPage, money } from '../../pages/dashboard-page'
import { expensesPage } from '../../pages/expenses-page'
import { fillField } from '../../pages/list-page'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'manager' })

function expenseForm(page: Page) {
  const list = expensesPage(page)
  const date = list.dialog.getByRole('button', { name: /^Date / })
  const calendar = page.getByRole('dialog', { name: 'Date' })
  return {
    ...list,
    dialog: page.getByRole('dialog', { name: /(Add|Edit) Expense/ }),
    date,
    calendar,
    /** Opens the calendar by the keyboard, and moves from its chosen day. */
    async chooseByKeys(...keys: string[]) {
      await date.press('Enter')
      const focused = calendar.getByRole('grid').locator('button:focus')
      await expect(focused).toHaveCount(1)
      for (const key of keys) {
        const day = await focused.getAttribute('aria-label')
        await page.keyboard.press(key)
        // The focus follows once the calendar shows the other month.
        await expect(focused).not.toHaveAccessibleName(day ?? '')
      }
      await page.keyboard.press('Enter')
      await expect(calendar).toHaveCount(0)
      await expect(date).toBeFocused()
      return toDay(await date.innerText())
    },
    /** Reads the expenses of a day in the dashboard's table of days. */
    async spentOn(day: string) {
      const dashboard = dashboardPage(page)
      const month = day.slice(0, 7)
      const last = new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0).getDate()
      await dashboard.open(`?from=${month}-01&to=${month}-${last}`)
      await page.getByRole('button', { name: 'Show as table' }).click()
      const row = dashboard.days.getByRole('row').nth(Number(day.slice(8)))
      return row.getByRole('cell').last()
    },
  }
}

/** Turns dd-MM-yyyy into yyyy-MM-dd. */
function toDay(shown: string) {
  return shown.trim().split('-').toReversed().join('-')
}

/** The name of the button in the toast. */
function showDay(day: string) {
  const [year, month, date] = day.split('-').map(Number)
  const name = new Date(year ?? 0, (month ?? 0) - 1).toLocaleDateString('en-US', { month: 'short' })
  return `Show ${String(date).padStart(2, '0')} ${name} ${year}`
}

for (const [index, size] of Object.values(viewportSizes).entries()) {
  test.describe(`${size.width} px`, () => {
    test.use({ viewport: size })
    // Each run has days of its own, on which the shop has no other expenses.
    const years = Array.from({ length: 4 + index }, () => 'Shift+PageUp')

    test(`an expense of another day is created by keyboard, and counts on that day @long`, async ({
      page,
    }) => {
      const form = expenseForm(page)
      const name = uniqueWord()
      await form.open()
      await form.button('Create').click()
      await expect(form.date).toHaveAccessibleName(
        `Date ${today().split('-').toReversed().join('-')}`,
      )
      await fillField(form.dialog, 'Name', name)
      await fillField(form.dialog, 'Amount', '321')
      await fillField(form.dialog, 'Category', 'Power', true)

      await form.date.press('Enter')
      await expect(form.calendar.getByRole('grid').locator('button:focus')).toHaveCount(1)
      expect(await findAccessibilityViolations(page)).toEqual([])
      const box = await form.calendar.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width)
      // Escape closes only the calendar.
      await page.keyboard.press('Escape')
      await expect(form.calendar).toHaveCount(0)
      await expect(form.date).toBeFocused()

      const day = await form.chooseByKeys(...years)
      expect(day).not.toBe(today())
      await expect(form.date).toHaveAccessibleDescription('The list does not show this day.')
      expect(await findAccessibilityViolations(page)).toEqual([])
      await form.save()
      await expect(page.getByText('Expense created successfully.')).toBeVisible()
      await expect(form.dialog).toHaveCount(0)
      await expect(form.row(name)).toHaveCount(0)
      await page.getByRole('button', { name: showDay(day) }).click()
      await expect(page).toHaveURL(`/expense?from=${day}&to=${day}`)
      await expect(form.row(name)).toContainText('$321.00')
      await expect(await form.spentOn(day)).toHaveText(money(321))
    })

    test('an edited expense moves to the chosen day, and its old day no longer counts it @long', async ({
      page,
      shop,
    }) => {
      const form = expenseForm(page)
      const name = uniqueWord()
      const year = new Date().getFullYear() - 10 - index
      const [from, to] = [`${year}-05-14`, `${year}-05-13`]
      const expenseCategoryId = await shop.firstId('expense-categories')
      await shop.enter('expenses', { name, amount: 55, expenseCategoryId, date: from })
      await page.goto(`/expense?from=${from}&to=${from}`)
      await form.row(name).getByRole('button', { name: 'Edit' }).click()
      await expect(form.date).toHaveText(from.split('-').toReversed().join('-'))
      expect(await form.chooseByKeys('ArrowLeft')).toBe(to)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await expect(form.date).toHaveAccessibleDescription('The list does not show this day.')

      // The form stays after a reload.
      await page.reload()
      await expect(form.date).toHaveText(to.split('-').toReversed().join('-'))
      await form.save()
      await expect(page.getByText('Expense updated successfully.')).toBeVisible()
      await expect(form.row(name)).toHaveCount(0)
      await page.getByRole('button', { name: showDay(to) }).click()
      await expect(form.row(name)).toContainText('$55.00')
      await expect(await form.spentOn(to)).toHaveText(money(55))
      await expect(await form.spentOn(from)).toHaveText('$0.00')
    })

    test('a kept form finds its expense again after another till moved it to another day @long', async ({
      page,
      shop,
      consoleErrors,
    }) => {
      // The other till has changed the expense meanwhile, and the form merges both edits.
      consoleErrors.allow(/status of 412/)
      const form = expenseForm(page)
      const name = uniqueWord()
      const expenseCategoryId = await shop.firstId('expense-categories')
      const body = { name, amount: 55, expenseCategoryId }
      const { id } = await shop.enter('expenses', body)
      await page.goto(`/expense?q=${name}`)
      await form.row(name).getByRole('button', { name: 'Edit' }).click()
      await fillField(form.dialog, 'Amount', '66')
      const date = `${2001 + index}-02-03`
      await shop.update(`expenses/${id}`, { ...body, date })
      await page.reload()
      await expect(form.dialog.getByLabel('Amount')).toHaveValue('66')
      await expect(form.date).toHaveText(date.split('-').toReversed().join('-'))
      await form.save()
      await expect(page.getByText('Expense updated successfully.')).toBeVisible()
      const listed = await shop.list<{ amount: number }>(
        `expenses?startDate=${date}&endDate=${date}`,
      )
      expect(listed).toMatchObject([{ name, amount: 66 }])
    })
  })
}
