import { expect, test as base } from '@playwright/test'

import { accounts, type Account, type AccountName } from './accounts'
import { watchConsole, type ConsoleErrors } from './console-errors'
import { createShopApi, type ShopApi } from './shop-api'
import { startShop, type Stockie } from './stockie'

interface TestFixtures {
  /** Who is signed in already when the test begins. */
  as: AccountName | 'anonymous'
  /** Whether the test ends that session, which others share otherwise. */
  endsSession: boolean
  /** Somebody new, whose account the test may change. */
  newcomer: Account
  consoleErrors: ConsoleErrors
}

interface WorkerFixtures {
  seed: string
  stockie: Stockie
  /** The same through its API. */
  shop: ShopApi
}

/** Every worker has a Stockie of its own, and every test a browser profile of its own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  seed: ['e2e', { option: true, scope: 'worker' }],
  stockie: [
    async ({ seed }, provide) => {
      const stockie = await startShop(seed)
      await provide(stockie)
      await stockie.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  shop: [({ stockie }, provide) => provide(createShopApi(stockie)), { scope: 'worker' }],

  baseURL: ({ stockie }, provide) => provide(stockie.url),

  as: ['anonymous', { option: true }],
  endsSession: [false, { option: true }],
  storageState: async ({ as, endsSession, stockie }, provide) => {
    if (as === 'anonymous') return provide({ cookies: [], origins: [] })
    const sign = endsSession ? stockie.newToken : stockie.tokenOf
    const token = { name: 'token', value: await sign(accounts[as]) }
    await provide({ cookies: [], origins: [{ origin: stockie.url, localStorage: [token] }] })
  },

  newcomer: async ({ stockie }, provide) => provide(await stockie.addNewcomer()),

  /** No page complains in the console, whatever a test is about. */
  consoleErrors: [
    async ({ context }, provide) => {
      const consoleErrors = watchConsole(context)
      await provide(consoleErrors)
      expect(consoleErrors.unexpected()).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
