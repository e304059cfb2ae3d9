import type { Page } from '@playwright/test'

import type { DocumentKind, TestGoods } from '../support/documents'
import { expect } from '../support/fixtures'

const kinds = {
  sales: { path: '/sales/create', title: 'Create Sales', party: 'Customer' },
  purchases: { path: '/purchase/create', title: 'Create Purchase', party: 'Supplier' },
} as const satisfies Record<DocumentKind, object>

/** Create Sales or Create Purchase. */
export function createDocumentPage(page: Page, kind: DocumentKind) {
  const { path, title, party } = kinds[kind]
  const main = page.getByRole('main')
  const search = main.getByPlaceholder('Search products by name or category...')
  const partyButton = main.getByRole('combobox', { name: party })
  const submit = main.getByRole('button', { name: 'Submit' })

  /** The row of a product, as opposed to its option in the search. */
  const line = (product: string) => main.getByRole('row').filter({ hasText: product })

  return {
    path,
    search,
    partyButton,
    submit,
    line,
    lines: main.getByRole('spinbutton'),
    empty: main.getByText('No products added.', { exact: true }),
    quantity: (product: string) => line(product).getByRole('spinbutton'),
    minus: (product: string) => line(product).getByRole('button').first(),
    plus: (product: string) => line(product).getByRole('button').nth(1),
    remove: (product: string) => line(product).getByRole('button', { name: /^(Remove|Delete)/ }),
    /** Adds a product that the shop sold most. */
    addButton: (product: string) =>
      main.getByRole('button', { name: new RegExp(`^Add ${product}, `) }),
    option: (name: string) => page.getByRole('option', { name: new RegExp(name) }),
    date: main.getByRole('button', { name: /^Date/ }),
    discount: main.getByLabel('Discount', { exact: true }),
    shipping: main.getByLabel('Shipping', { exact: true }),
    remark: main.getByPlaceholder('Add remarks here...'),
    grandTotal: main.getByRole('status', { name: 'Grand Total' }),
    created: page.getByText(
      kind === 'sales' ? 'Sales created successfully.' : 'Purchase created successfully.',
    ),
    failed: page.getByText(
      kind === 'sales'
        ? 'Unable to add sales. Please check your input and try again.'
        : 'Unable to add purchase. Please check your input and try again.',
    ),
    async open() {
      await page.goto(path)
      await this.expectOpen()
    },
    async expectOpen() {
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    },
    async chooseParty(name: string) {
      await partyButton.click()
      await page
        .getByRole('combobox', { name: /^Search/ })
        .last()
        .fill(name)
      await page.getByRole('option', { name: new RegExp(name) }).click()
      await expect(partyButton).toContainText(name)
    },
    async add(name: string) {
      await search.fill(name)
      await page.getByRole('option', { name: new RegExp(name) }).click()
      await expect(line(name)).toBeVisible()
    },
    async clearDate() {
      await this.date.click()
      await page
        .getByRole('dialog', { name: 'Date' })
        .getByRole('button', { name: 'Clear' })
        .click()
    },
    /** Picks a day of the current month. */
    async chooseDay(day: number) {
      await this.date.click()
      await page
        .getByRole('grid')
        .getByRole('button', { name: new RegExp(` ${day} `) })
        .click()
    },
  }
}

/** Fills in a sale of two pieces of the first product to the party of the test. */
export async function fillInSale(page: Page, goods: TestGoods) {
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  await screen.chooseParty(goods.party)
  await screen.add(goods.first.name)
  await screen.quantity(goods.first.name).fill('2')
  return screen
}
