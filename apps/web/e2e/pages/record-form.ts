import type { Page } from '@playwright/test'

import { expect } from '../support/fixtures'
import { appShell } from './app-shell'
import { fillField, listPage } from './list-page'
import { recordScreenOf } from './record-screens'

export type RecordForm = Awaited<ReturnType<typeof openRecordForm>>

/** Opens the form of a record. */
export async function openRecordForm(page: Page, resource: string, name: string) {
  const screen = recordScreenOf(resource)
  const list = listPage(page, screen)
  await page.goto(`${screen.path}?q=${name}`)
  await list.row(name).getByRole('button', { name: 'Edit' }).click()
  await expect(list.dialog).toHaveAccessibleName(`Edit ${screen.noun}`)
  const { dialog } = list
  return {
    dialog,
    fill: (label: string, value: string) => fillField(dialog, label, value),
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    save: () => list.save(),
    button: (label: string) => dialog.getByRole('button', { name: label, exact: true }),
    notice: dialog.getByText(/ this record at \d\d:\d\d$/),
    questions: dialog.getByRole('radiogroup'),
    choice: (label: string) => dialog.getByRole('radio', { name: label, exact: true }),
    async expectSaved() {
      await expect(appShell(page).toast(new RegExp(`^${screen.messages.updated}`))).toBeVisible()
      await expect(dialog).toHaveCount(0)
    },
  }
}
