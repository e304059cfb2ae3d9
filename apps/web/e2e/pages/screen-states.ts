import type { Page } from '@playwright/test'

import type { AccountName } from '../support/accounts'
import { expect } from '../support/fixtures'
import { createDocumentPage } from './create-document-page'
import { parkedSales } from './parked-sales'
import { openPopup } from './popup'

export const viewportSizes = {
  wide: { width: 1280, height: 800 },
  small: { width: 390, height: 844 },
}

export interface ScreenState {
  name: string
  path: string
  heading: string | RegExp
  as: AccountName | 'anonymous'
  /** The only viewport to check. Both by default. */
  on?: keyof typeof viewportSizes
  /** An error that this state writes to the console. */
  allowedError?: RegExp
  /** Runs once, before the screen is opened. */
  setUp?: (page: Page) => Promise<unknown>
  /** Brings the screen into this state. */
  open?: (page: Page) => Promise<unknown>
}

export const listScreenStates: ScreenState[] = [
  ...['customer', 'supplier', 'category', 'expense-category'].map((name): ScreenState => ({
    name: `the ${name} screen with its dialog`,
    path: `/${name}`,
    heading: /Management/,
    as: 'cashier',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(/ame is required/)).toBeVisible()
    },
  })),
  ...['customer', 'supplier', 'category', 'expense-category'].map((name): ScreenState => ({
    name: `the ${name} screen`,
    path: `/${name}`,
    heading: /Management/,
    as: 'cashier',
    open: (page) => expect(page.getByRole('button', { name: 'Edit' }).first()).toBeVisible(),
  })),
  {
    name: 'a new expense',
    path: '/expense',
    heading: 'Expense Management',
    as: 'cashier',
    open: (page) => openPopup(page, 'Create', 'dialog'),
  },
  { name: 'products', path: '/product', heading: 'Product Management', as: 'cashier' },
  {
    name: 'a product being edited',
    path: '/product?q=pumpkin',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openPopup(page, 'Edit', 'dialog'),
  },
  {
    name: 'the confirmation of a delete',
    path: '/product?q=pumpkin',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openPopup(page, 'Delete', 'alertdialog'),
  },
  {
    name: 'the question before changes are discarded',
    path: '/product?q=pumpkin',
    heading: 'Product Management',
    as: 'cashier',
    open: async (page) => {
      await openPopup(page, 'Edit', 'dialog')
      await page.getByRole('textbox', { name: 'Stock' }).fill('7')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'the stock movements of a product',
    path: '/product?q=green',
    heading: 'Product Management',
    as: 'cashier',
    open: async (page) => {
      await openPopup(page, /^Stock of/, 'dialog')
      await expect(page.getByText(/Opening/)).toBeVisible()
    },
  },
  {
    name: 'the history of a supplier',
    path: '/supplier',
    heading: 'Supplier Management',
    as: 'cashier',
    open: async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').first().click()
      await expect(
        page
          .getByRole('dialog')
          .getByText(/\d purchases? for/)
          .first(),
      ).toBeVisible()
    },
  },
  {
    name: 'the category facet',
    path: '/product?category=Tea',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openPopup(page, /^Category Tea/, 'dialog'),
  },
  {
    name: 'the column menu of a list',
    path: '/product',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openPopup(page, 'View', 'menu'),
  },
  {
    name: 'the sort menu of a list',
    path: '/product?sort=-stock',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openPopup(page, 'Product Name', 'menu'),
  },
  {
    name: 'the expenses screen with its date picker',
    path: '/expense',
    heading: 'Expense Management',
    as: 'cashier',
    open: async (page) => {
      await openPopup(page, /Today/, 'dialog')
      await page.getByRole('button', { name: /From Date/ }).click()
      await expect(page.getByRole('grid')).toBeVisible()
    },
  },
  ...['sales', 'purchase'].map((name): ScreenState => ({
    name: `the ${name} list with its details open`,
    path: `/${name}`,
    heading: /Management/,
    as: 'cashier',
    open: async (page) => {
      await page.getByRole('cell').getByRole('button', { name: 'View' }).first().click()
      await expect(page.getByRole('dialog', { name: /Details/ })).toBeVisible()
    },
  })),
]

export const draftScreenStates: ScreenState[] = [
  {
    name: 'the product search with an unknown code',
    path: '/sales/create',
    heading: 'Create Sales',
    as: 'cashier',
    open: async (page) => {
      const { search } = createDocumentPage(page, 'sales')
      const add = page.getByRole('button', { name: 'Add product', exact: true })
      // A code is unknown only once the products have loaded.
      await expect(async () => {
        await search.fill('4006381333931')
        await search.press('Enter')
        await expect(add).toBeVisible({ timeout: 2_000 })
      }).toPass()
    },
  },
  {
    name: 'a new sale with its customer search',
    path: '/sales/create',
    heading: 'Create Sales',
    as: 'cashier',
    open: async (page) => {
      await createDocumentPage(page, 'sales').partyButton.click()
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'the product search of a sale over lines with warnings',
    path: '/sales/create',
    heading: 'Create Sales',
    as: 'cashier',
    open: async (page) => {
      const screen = createDocumentPage(page, 'sales')
      const oldLines = [
        { productId: 1, name: 'Espresso Beans', price: 18, quantity: 2 },
        { productId: 9999, name: 'Sold no more', price: 5, quantity: 1 },
      ]
      await page.evaluate((lines) => localStorage.setItem('sales', JSON.stringify(lines)), oldLines)
      await page.reload()
      await expect(page.getByText('This product was deleted.')).toBeVisible()
      await screen.search.fill('mug')
      await expect(screen.option('Pumpkin')).toBeVisible()
    },
  },
  {
    name: 'a purchase that failed to submit',
    path: '/purchase/create',
    heading: 'Create Purchase',
    as: 'cashier',
    allowedError: /net::ERR_/,
    open: async (page) => {
      const screen = createDocumentPage(page, 'purchases')
      await page.route('**/api/v1/purchases', (route) => route.abort())
      await screen.partyButton.click()
      await page.getByRole('option').first().click()
      await screen.add('Kettle')
      await screen.submit.click()
      await expect(page.getByText(/If you submit again/)).toBeVisible()
    },
  },
  {
    name: 'the dialog that parks a sale',
    path: '/sales/create',
    heading: 'Create Sales',
    as: 'cashier',
    open: async (page) => {
      await createDocumentPage(page, 'sales').add('Pumpkin')
      await parkedSales(page).park.click()
      await expect(parkedSales(page).dialog).toBeVisible()
    },
  },
  {
    name: 'the parked sales beside an open sale',
    path: '/sales/create',
    heading: 'Create Sales',
    as: 'cashier',
    open: async (page) => {
      const screen = createDocumentPage(page, 'sales')
      await screen.add('Pumpkin')
      await parkedSales(page).parkAs(`${'Blue jacket '.repeat(16)}at the door`)
      await expect(screen.empty).toBeVisible()
      await screen.add('Pumpkin')
      await parkedSales(page).open()
      await expect(parkedSales(page).sheet.getByRole('article').first()).toBeVisible()
    },
  },
  {
    name: 'a sale beside a parked one whose answer was lost',
    path: '/sales/create',
    heading: 'Create Sales',
    as: 'cashier',
    open: async (page) => {
      await createDocumentPage(page, 'sales').add('Pumpkin')
      await page.evaluate(() => {
        const key = 'stockie-sales-draft'
        const draft: object = JSON.parse(localStorage.getItem(key) ?? '{}')
        const resuming = { id: 9999, key: 'a-key', label: 'Blue jacket' }
        localStorage.setItem(key, JSON.stringify({ ...draft, resuming }))
      })
      await page.reload()
      await expect(page.getByText(/may already have been resumed/)).toBeVisible()
    },
  },
]
