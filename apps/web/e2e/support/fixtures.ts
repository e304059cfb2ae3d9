import { expect, test as base } from '@playwright/test'

import { accounts, type Account, type AccountName } from './accounts'
import { watchConsole, type ConsoleErrors } from './console-errors'
import { createShopApi, type ShopApi } from './shop-api'
import { startShop, type Stockie } from './stockie'

interface TestFixtures {
  /** The account that is signed in when the test starts. */
  as: AccountName | 'anonymous'
  /** Whether the test ends its session. Otherwise it shares the session with other tests. */
  endsSession: boolean
  /** A new account, which the test may change. */
  newcomer: Account
  consoleErrors: ConsoleErrors
}

interface WorkerFixtures {
  seed: string
  stockie: Stockie
  /** The API of the same Stockie. */
  shop: ShopApi
}

/** Each worker has its own Stockie, and each test its own browser profile. */
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
    const getToken = endsSession ? stockie.newToken : stockie.tokenOf
    const token = { name: 'token', value: await getToken(accounts[as]) }
    await provide({ cookies: [], origins: [{ origin: stockie.url, localStorage: [token] }] })
  },

  newcomer: async ({ stockie }, provide) => provide(await stockie.addNewcomer()),

  /** Fails every test that writes an unexpected error to the console. */
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
