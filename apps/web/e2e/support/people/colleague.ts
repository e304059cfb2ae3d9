import type { Browser } from '@playwright/test'

import type { Account } from '../accounts'
import type { Stockie } from '../stockie'

/** A second person in a browser of their own. */
export async function openColleague(browser: Browser, stockie: Stockie, account: Account) {
  const token = { name: 'token', value: await stockie.tokenOf(account) }
  const origins = [{ origin: stockie.url, localStorage: [token] }]
  const context = await browser.newContext({
    baseURL: stockie.url,
    storageState: { cookies: [], origins },
  })
  return context.newPage()
}
