import type { Page } from '@playwright/test'

import { listPage } from './list-page'
import { recordScreenOf } from './record-screens'

export function productsPage(page: Page) {
  const list = listPage(page, recordScreenOf('products'))
  return {
    ...list,
    /** The stock in the row of a product. It opens the stock movements. */
    stockButton: (name: string) => list.row(name).getByRole('button', { name: /^Stock of/ }),
  }
}
