import type { Locator, Page } from '@playwright/test'

import { expect } from '../support/fixtures'
import { appShell } from './app-shell'
import { fillField, listPage } from './list-page'
import { recordScreenOf } from './record-screens'

export type RecordForm = Awaited<ReturnType<typeof openRecordForm>>

/** Opens the form of a record. A list of days needs them in its search: `&from=…&to=…`. */
export async function openRecordForm(page: Page, resource: string, name: string, days = '') {
  const screen = recordScreenOf(resource)
  const list = listPage(page, screen)
  await page.goto(`${screen.path}?q=${name}${days}`)
  await list.row(name).getByRole('button', { name: 'Edit' }).click()
  const { dialog } = list
  await expect(dialog).toHaveAccessibleName(`Edit ${screen.noun}`)
  return {
    ...editForm(dialog),
    async expectSaved() {
      await expect(appShell(page).toast(new RegExp(`^${screen.messages.updated}`))).toBeVisible()
      await expect(dialog).toHaveCount(0)
    },
  }
}

/** The fields of a form, and what it says if another user saved first. */
export function editForm(dialog: Locator) {
  const button = (label: string) => dialog.getByRole('button', { name: label, exact: true })
  return {
    dialog,
    fill: (label: string, value: string) => fillField(dialog, label, value),
    select: (label: string, value: string) => fillField(dialog, label, value, true),
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    save: () => button('Save').click(),
    button,
    notice: dialog.getByText(/ (changed|deleted|removed) .+ at \d\d:\d\d$/),
    questions: dialog.getByRole('radiogroup'),
    choice: (label: string) => dialog.getByRole('radio', { name: label, exact: true }),
    /** Says that a question is still open. */
    missed: dialog.getByText('Choose Theirs or Mine', { exact: true }),
  }
}
