import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './test-api'
import { openTestShop, type TestShop } from './test-shop'
import { writes } from './writes'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

const cases = writes
  .filter(({ path }) => /^\/(sales|purchases)/.test(path))
  .map((write) => ({ ...write, name: `${write.method} ${write.path} ${write.variant}`.trim() }))

test.each(cases)(
  '$name asks the database once, beside looking up the session',
  async ({ prepare }) => {
    const write = await prepare(api, shop)
    api.line.queries.breakAt(Infinity, 'before')
    const { status } = await write()
    expect(api.line.queries.stop()).toBe(2)
    expect(status).toBeLessThan(300)
  },
)
