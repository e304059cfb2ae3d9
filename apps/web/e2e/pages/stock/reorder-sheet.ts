import type { Page } from '@playwright/test'

/** The sheet of what to buy. */
export function reorderSheet(page: Page) {
  const sheet = page.getByRole('dialog', { name: 'Reorder' })
  return {
    sheet,
    coverDays: sheet.getByLabel('Days of cover'),
    group: (supplier: string) => sheet.getByRole('region', { name: supplier, exact: true }),
    item: (product: string) => sheet.getByRole('article').filter({ hasText: product }),
    tick: (product: string) => sheet.getByRole('checkbox', { name: product, exact: true }),
    quantity: (product: string) => sheet.getByLabel(`Quantity of ${product}`),
    fill: (supplier: string) =>
      sheet.getByRole('button', { name: new RegExp(`^Fill purchase \\(\\d+\\), ${supplier}$`) }),
    showPurchase: sheet
      .getByRole('link', { name: 'Show purchase' })
      .or(sheet.getByRole('button', { name: 'Show purchase' })),
    question: page.getByRole('alertdialog', { name: 'Replace the purchase?' }),
  }
}
