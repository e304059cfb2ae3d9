import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longUnless } from '#test/support/long-form'
import { breakAtEveryQuery } from '#test/support/writes/write-atomicity'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { daySheetWriteCases } from '#test/support/writes/day-sheet-write-cases'
import { ownerWriteCases } from '#test/support/writes/owner-write-cases'
import { parkedSaleWriteCases } from '#test/support/writes/parked-sale-write-cases'
import { returnWriteCases } from '#test/support/writes/return-write-cases'
import { stockCountWriteCases } from '#test/support/writes/stock-count-write-cases'
import { writeCases } from '#test/support/writes/write-cases'

const allCases = [
  ...writeCases,
  ...parkedSaleWriteCases,
  ...returnWriteCases,
  ...daySheetWriteCases,
  ...stockCountWriteCases,
  ...ownerWriteCases,
]

// Writes of sessions, of an account's password and of a backup's job need no case: each is a single statement. Imports
// run after their answer: import-atomicity.test.ts.
// @holds asvs 3.5.3
test('the write cases cover every write of the OpenAPI document except those of sessions, passwords, backups, exports and imports', async () => {
  const api = await startTestApi()
  const { paths } = (await api.call('/openapi.json')).body as { paths: Record<string, object> }
  await api.stop()
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    ['post', 'put', 'delete']
      .filter((method) => method in item)
      .map((method) => `${method} ${path}`),
  )
  const known = new Set(allCases.map(({ method, path }) => `${method.toLowerCase()} ${path}`))
  const isSingle = /\/auth\/|\/(password|sessions|second-factor)$|\/(backups|export|imports)/
  const missing = documented.filter((write) => !known.has(write) && !isSingle.test(write))
  expect(missing).toEqual([])
})

/** Customers take the same way as the first, and sales in a batch. A count takes the same steps from each of its states. */
const alike =
  /\/(suppliers|categories|expense-categories|[^s]\S*\/restore of a batch)|reopen|discard|finish|with If-Match/

const cases = allCases.map((write) => ({
  ...write,
  resource: write.path.split('/', 2).join('/'),
  name: `${write.method} ${write.path} ${write.variant}`.trim(),
}))
const resources = [...new Set(cases.map(({ resource }) => resource))]

// A shop for each resource: reading all rows before and after each break takes most of the time.
describe.each(resources)('writes of %s', (resource) => {
  let api: TestApi
  let shop: TestShop
  beforeAll(async () => {
    api = await startTestApi()
    shop = await openTestShop(api)
  })
  afterAll(() => api.stop())

  for (const write of cases.filter((each) => each.resource === resource)) {
    describe(`${write.name}${longUnless(!alike.test(write.name))}`, () => {
      // @holds decision 9.4, asvs 2.3.3, 16.5.3
      test('a write takes effect as a whole or not at all when the connection breaks at any of its queries', async () => {
        const { wrong } = await breakAtEveryQuery({ api, shop, write })
        expect(wrong).toEqual([])
      })
    })
  }
})
