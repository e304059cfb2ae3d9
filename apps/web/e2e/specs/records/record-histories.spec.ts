import type { Page } from '@playwright/test'

import { activityRows } from '../../pages/profile/activity-page'
import { openRecordForm } from '../../pages/record-form'
import { openStaffForm } from '../../pages/profile/staff-page'
import { type DocumentKind, enterTestGoods, recordDocument } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { enterProduct, uniqueWord, type ShopApi } from '../../support/shop-api'

interface Change {
  resource: string
  /** Enters a record with this name. Returns it, and what the next update changes. */
  enter: (shop: ShopApi, name: string) => Promise<{ id: number; changed: object }>
  /** What the entries of the change say, newest first. */
  entries: (name: string) => string[][]
  days?: string
}

/** A record of which one field has another value after the change. */
function changeOf(resource: string, changed: (name: string) => object) {
  return async (shop: ShopApi, name: string) => {
    const { id } = await shop.enter(resource, { name })
    return { id, changed: { name, ...changed(name) } }
  }
}

const renamed = (name: string) => ({ name: `${name} B` })
const renamedEntries = (name: string) => [[`changed the name from ${name} to ${name} B`]]

const changes: Change[] = [
  {
    resource: 'customers',
    enter: changeOf('customers', () => ({ phone: '020 7946' })),
    entries: () => [['set the phone to 020 7946']],
  },
  {
    resource: 'suppliers',
    enter: changeOf('suppliers', () => ({ email: 'mia@quay.test' })),
    entries: () => [['set the email to mia@quay.test']],
  },
  {
    resource: 'categories',
    enter: changeOf('categories', renamed),
    entries: renamedEntries,
  },
  {
    resource: 'expense-categories',
    enter: changeOf('expense-categories', renamed),
    entries: renamedEntries,
  },
  {
    resource: 'products',
    async enter(shop, name) {
      const { id: categoryId } = await shop.enter('categories', { name: `${name} Tea` })
      const { id: other } = await shop.enter('categories', { name: `${name} Coffee` })
      const { id } = await enterProduct(shop, name, { categoryId })
      return { id, changed: { name, price: 1400, cost: 10, stock: 1200, categoryId: other } }
    },
    // The ledger posts the change of a stock.
    entries: (name) => [
      ['changed the stock from 5 to 1,200'],
      ['Price from $20.00 to $1,400.00', `Category from ${name} Tea to ${name} Coffee`],
    ],
  },
  {
    resource: 'expenses',
    async enter(shop, name) {
      const { id: expenseCategoryId } = await shop.enter('expense-categories', {
        name: `${name} Rent`,
      })
      const { id: other } = await shop.enter('expense-categories', { name: `${name} Power` })
      const body = { name, amount: 55, expenseCategoryId, date: '2018-05-14' }
      const { id } = await shop.enter('expenses', body)
      const changed = { ...body, amount: 66, expenseCategoryId: other, date: '2018-05-13' }
      return { id, changed }
    },
    entries: (name) => [
      [
        'Amount from $55.00 to $66.00',
        'Date from 14 May 2018 to 13 May 2018',
        `Category from ${name} Rent to ${name} Power`,
      ],
    ],
    days: '&from=2018-05-01&to=2018-05-31',
  },
]

/** Opens the history, which has these entries by the owner, newest first. */
async function expectHistory(page: Page, entries: string[][]) {
  const rows = activityRows(page, 'History')
  await page.getByRole('button', { name: 'History' }).click()
  await expect(rows).toHaveCount(entries.length)
  for (const [index, texts] of entries.entries()) {
    const row = rows.nth(index)
    await expect(row).toHaveText(/^Nora Lindqvist .*\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/)
    for (const text of texts) await expect(row).toContainText(text)
  }
}

test.describe('as a cashier', () => {
  test.use({ as: 'cashier' })

  for (const { resource, enter, entries, days } of changes) {
    test(`the history of one of the ${resource} tells who added it and what changed @long`, async ({
      page,
      shop,
    }) => {
      const name = uniqueWord()
      const { id, changed } = await enter(shop, name)
      await shop.update(`${resource}/${id}`, changed)
      await openRecordForm(page, resource, name, days)
      await expectHistory(page, [...entries(name), ['added it']])
    })
  }

  const documents: [DocumentKind, string, string][] = [
    ['sales', '/sales', 'Sales Details'],
    ['purchases', '/purchase', 'Purchase Details'],
  ]
  for (const [kind, path, title] of documents) {
    test(`the history of one of the ${kind} tells who recorded, deleted and restored it @long`, async ({
      page,
      shop,
    }) => {
      const goods = await enterTestGoods(shop, kind)
      const id = await recordDocument(shop, goods, kind)
      await shop.remove(`${kind}/${id}`)
      await shop.enter(`${kind}/restore`, { ids: [id] })
      await page.goto(`${path}?q=${goods.word}`)
      await page.getByRole('cell').getByRole('button', { name: 'View' }).click()
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      await expectHistory(page, [['restored it'], ['deleted it'], ['recorded it']])
    })
  }
})

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('the history of an account tells who added it and what changed @long', async ({
    page,
    shop,
  }) => {
    const name = uniqueWord()
    const body = { name, email: `${name.toLowerCase()}@shop.test`, role: 3 }
    const { user } = await shop.enter<{ user: { id: number } }>('users', body)
    await shop.update(`users/${user.id}`, { ...body, role: 2 })
    await shop.enter(`users/${user.id}/password`, {})
    await openStaffForm(page, name)
    await expectHistory(page, [
      ['set a new password'],
      ['changed the role from Cashier to Manager'],
      ['added it'],
    ])
  })
})
