import type { Page } from '@playwright/test'

/** The camera as a scanner, and the button that opens it. */
export function scanDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Scan', exact: true })
  return {
    dialog,
    button: page.getByRole('button', { name: 'Scan', exact: true }),
    picture: dialog.getByLabel('Picture of the camera'),
    close: dialog.getByRole('button', { name: 'Close' }),
    alert: dialog.getByRole('alert'),
  }
}
