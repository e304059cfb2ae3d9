import type { Page } from '@playwright/test'

import { openRecordForm, type RecordForm } from '../../pages/record-form'
import { accounts } from '../accounts'
import { openColleague } from './colleague'
import { test as base } from '../fixtures'
import { uniqueWord } from '../shop-api'

interface Customer {
  id: number
  name: string
  phone: string | null
  address: string | null
  version: number
}

interface OneCustomer {
  id: number
  name: string
  mine: RecordForm
  theirs: RecordForm
  saved: () => Promise<Customer | undefined>
}

interface Fixtures {
  /** The page of a manager, in a browser of their own. */
  manager: Page
  /** The page of the owner, in a second browser. */
  secondOwner: Page
  /** The form of one new customer, which the user and the manager have open. */
  customer: OneCustomer
}

/** The browser logs each refused save. */
const refusedSaves = /status of (412|404)/

export const test = base.extend<Fixtures>({
  manager: async ({ browser, stockie, consoleErrors }, provide) => {
    consoleErrors.allow(refusedSaves)
    const manager = await openColleague(browser, stockie, accounts.manager)
    await provide(manager)
    await manager.context().close()
  },

  secondOwner: async ({ browser, stockie, consoleErrors }, provide) => {
    consoleErrors.allow(refusedSaves)
    const secondOwner = await openColleague(browser, stockie, accounts.owner)
    await provide(secondOwner)
    await secondOwner.context().close()
  },

  customer: async ({ page, manager, shop }, provide) => {
    const name = uniqueWord()
    const { id } = await shop.enter('customers', { name, phone: '100', address: 'Quay 1' })
    const theirs = await openRecordForm(manager, 'customers', name)
    const mine = await openRecordForm(page, 'customers', name)
    const saved = async () => (await shop.list<Customer>('customers')).find((row) => row.id === id)
    await provide({ id, name, mine, theirs, saved })
  },
})
