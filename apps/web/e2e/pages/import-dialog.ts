import type { Page } from '@playwright/test'

import { expect } from '../support/fixtures'

/** The import of a list, from its button to its result. */
export function importDialog(page: Page, noun: string) {
  const dialog = page.getByRole('dialog', { name: `Import ${noun}` })
  const step = (name: string) => dialog.getByRole('region', { name, exact: true })
  const undoQuestion = page.getByRole('alertdialog', { name: 'Undo import' })

  return {
    dialog,
    step,
    undoQuestion,
    button: (name: string | RegExp) => dialog.getByRole('button', { name }),
    open: async () => {
      await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click()
      await expect(step('Choose a file')).toBeVisible()
    },
    choose: async (text: string, name = 'file.csv') => {
      const buffer = Buffer.from(text)
      await dialog
        .getByLabel('File to import')
        .setInputFiles({ name, mimeType: 'text/csv', buffer })
    },
    preview: async () => {
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await expect(step('Preview')).toBeVisible()
    },
    tab: (name: string | RegExp) => dialog.getByRole('tab', { name }),
    undo: async () => {
      await dialog.getByRole('button', { name: 'Undo import' }).click()
      await undoQuestion.getByRole('button', { name: 'Undo import' }).click()
      await expect(dialog.getByText('The import was undone.')).toBeVisible()
    },
  }
}
