import type { Locator, Page } from '@playwright/test'

import { expect } from '../support/fixtures'
import type { ListScreen } from './record-screens'

/** The list of a screen with its dialogs. */
export function listPage(page: Page, { path, noun }: ListScreen) {
  const heading = page.getByRole('heading', { level: 1, name: `${noun} Management`, exact: true })
  const dialog = page.getByRole('dialog')
  const searchBox = page.getByRole('main').getByRole('searchbox', { name: /^Search/ })

  return {
    heading,
    dialog,
    confirm: page.getByRole('alertdialog', { name: 'Confirm Delete' }),
    searchBox,
    button: (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }),
    row: (name: string) => page.getByRole('row').filter({ hasText: name }),
    /** Returns the visible texts of one column, from top to bottom. */
    async column(title: string) {
      const headers = await page.getByRole('columnheader').allTextContents()
      const index = headers.findIndex((header) => header.trim() === title)
      return page.locator(`tbody tr td:nth-child(${index + 1})`).allTextContents()
    },
    async open() {
      await page.goto(path)
      await expect(heading).toBeVisible()
    },
    search: (text: string) => searchBox.fill(text),
    async chooseInHeader(header: string, item: 'Asc' | 'Desc' | 'Hide') {
      await page.getByRole('columnheader', { name: header }).getByRole('button').click()
      await page.getByRole('menu').getByText(item, { exact: true }).click()
    },
    async save() {
      await dialog.getByRole('button', { name: 'Save' }).click()
    },
  }
}

export async function fillField(dialog: Locator, label: string, value: string, isSelect = false) {
  const field = dialog.getByLabel(label, { exact: true })
  if (isSelect) await field.selectOption({ label: value })
  else await field.fill(value)
}
