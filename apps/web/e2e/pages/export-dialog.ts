import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

import { readCsv, readXlsx } from '@/test/exported-files'

/** The dialog that saves the rows of the list, and what it saves. */
export function exportDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const button = dialog.getByRole('button', { name: 'Export' })

  /** Clicks Export, and returns the file's name and bytes. */
  async function save() {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }

  return {
    dialog,
    button,
    opener: page.getByRole('main').getByRole('button', { name: 'Export' }),
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    async open() {
      await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
      await dialog.waitFor()
    },
    save,
    async saveCsv(delimiter = ',') {
      const { name, bytes } = await save()
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      const [titles = [], ...rows] = readCsv(text.slice(1), delimiter)
      return { name, text, titles, rows }
    },
    async saveXlsx() {
      const { name, bytes } = await save()
      const { rows, formats, sheet } = readXlsx(bytes)
      const [titles = [], ...rest] = rows
      return { name, titles, rows: rest, formats, sheet }
    },
  }
}
