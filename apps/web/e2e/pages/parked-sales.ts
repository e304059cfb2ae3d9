import type { Page } from '@playwright/test'

/** The buttons, the dialog and the list of parked sales on Create Sales. */
export function parkedSales(page: Page) {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog', { name: 'Park sale' })
  const sheet = page.getByRole('dialog', { name: 'Parked sales' })
  return {
    park: main.getByRole('button', { name: 'Park', exact: true }),
    parked: main.getByRole('button', { name: /^Parked/ }),
    dialog,
    sheet,
    item: (label: string) => sheet.getByRole('article').filter({ hasText: label }),
    resume: (label: string) => sheet.getByRole('button', { name: `Resume ${label}` }),
    remove: (label: string) => sheet.getByRole('button', { name: `Delete ${label}` }),
    async parkAs(name: string) {
      await this.park.click()
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Park' }).click()
    },
    async open() {
      await this.parked.click()
      await sheet.getByRole('list', { name: 'Parked sales' }).waitFor({ state: 'attached' })
    },
  }
}
