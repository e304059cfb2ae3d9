import type { Page } from '@playwright/test'

import { expect } from '../support/fixtures'
import { uniqueWord, type ShopApi } from '../support/shop-api'

const kinds = {
  sales: { path: '/sales/create', title: 'Create Sales', party: 'Customer' },
  purchases: { path: '/purchase/create', title: 'Create Purchase', party: 'Supplier' },
} as const

export type DocumentKind = keyof typeof kinds

/** Create Sales or Create Purchase, as somebody uses it. */
export function createDocumentPage(page: Page, kind: DocumentKind) {
  const { path, title, party } = kinds[kind]
  const main = page.getByRole('main')
  const search = main.getByPlaceholder('Search products by name or category...')
  const partyButton = main.getByRole('combobox', { name: party })
  const submit = main.getByRole('button', { name: 'Submit' })

  /** The row of a product, not its option in the search. */
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
    /** Of this month. */
    async chooseDay(day: number) {
      await this.date.click()
      await page
        .getByRole('grid')
        .getByRole('button', { name: new RegExp(` ${day} `) })
        .click()
    },
  }
}

interface Stored {
  saleId?: number
  customerName?: string
  supplierName?: string
  totalAmount: number
  discount?: number
  shippingFees?: number
  remark: string | null
  saleDate?: string
  purchaseDate?: string
  details: { productName: string; price: number; quantity: number; total: number }[]
}

/** A party and two products that no other test knows, and what was recorded of them. */
export async function enterOwnGoods(shop: ShopApi, kind: DocumentKind) {
  const word = uniqueWord()
  const party = `${word} Party`
  const categoryId = await shop.firstId('categories')
  const { id: partyId } = await shop.enter(kind === 'sales' ? 'customers' : 'suppliers', {
    name: party,
  })
  const product = (name: string, price: number) =>
    shop.enter('products', { name, price, cost: price - 5, stock: 50, categoryId })
  const first = { name: `${word} Lamp`, ...(await product(`${word} Lamp`, 20)) }
  const second = { name: `${word} Vase`, ...(await product(`${word} Vase`, 35)) }

  return {
    word,
    party,
    partyId,
    categoryId,
    first,
    second,
    async stockOf({ id }: { id: number }) {
      const all = await shop.list<{ id: number; stock: number }>('products')
      return all.find((row) => row.id === id)?.stock
    },
    /** The documents of this party, newest first. */
    async recorded() {
      const rows = await shop.list<
        Stored & Record<'saleDetails' | 'purchaseDetails', Stored['details']>
      >(kind)
      return rows
        .filter(({ customerName, supplierName }) => (customerName ?? supplierName) === party)
        .map((row) => ({ ...row, details: row.saleDetails ?? row.purchaseDetails }))
    },
  }
}

/** Two of the first product, for the party. */
export async function fillInSale(page: Page, goods: Awaited<ReturnType<typeof enterOwnGoods>>) {
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  await screen.chooseParty(goods.party)
  await screen.add(goods.first.name)
  await screen.quantity(goods.first.name).fill('2')
  return screen
}
