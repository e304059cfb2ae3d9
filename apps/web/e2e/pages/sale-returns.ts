import type { Page } from '@playwright/test'

/** The returns in the details of a sale, the form that records one, and the sheet of the list. */
export function saleReturns(page: Page) {
  const details = page.getByRole('dialog', { name: 'Sales Details' })
  const form = page.getByRole('dialog', { name: 'Return items' })
  const sheet = page.getByRole('dialog', { name: 'Returns', exact: true })
  const made = details.getByRole('region', { name: 'Returns' })
  return {
    details,
    form,
    sheet,
    /** In the details. */
    items: made.getByRole('article'),
    returnItems: details.getByRole('button', { name: 'Return items' }),
    quantity: (product: string) => form.getByRole('spinbutton', { name: `Quantity of ${product}` }),
    more: (product: string) => form.getByRole('button', { name: `One more of ${product}` }),
    restock: (product: string) =>
      form.getByRole('checkbox', { name: `Back into stock: ${product}` }),
    everything: form.getByRole('button', { name: 'Return everything' }),
    refund: form.getByLabel('Refund', { exact: true }),
    shipping: form.getByLabel('Shipping refund'),
    remark: form.getByLabel('Remark'),
    total: form.getByRole('status', { name: 'Total to pay back' }),
    record: form.getByRole('button', { name: 'Record return' }),
    discard: page.getByRole('alertdialog', { name: 'Discard changes?' }),
    /** Opens the details of the only sale in a list. */
    async openDetails(path: string) {
      await page.goto(path)
      await page.getByRole('cell').getByRole('button', { name: 'View' }).click()
      // With the number of returns, they have loaded.
      await made.getByText(/^\d+$/).waitFor()
    },
    async openForm(path: string) {
      await this.openDetails(path)
      await this.returnItems.click()
      await form.waitFor()
    },
  }
}
