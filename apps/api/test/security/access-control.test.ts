import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Operation, operationsOf, readDocument } from '#test/openapi/document-reader'
import { exampleCall } from '#test/openapi/example-calls'
import { type ExampleShop, openExampleShop } from '#test/openapi/example-shop'
import { watchRoutes } from '#test/openapi/served-routes'
import { readFingerprint } from '#test/support/database/database-contents'
import { call, startTestApi, type TestApi } from '#test/support/test-api'
import {
  type Caller,
  type Callers,
  unservedRouteAccess,
  createCallers,
  roles,
  routeAccess,
  invalidCallers,
} from './access-matrix'

let api: TestApi
let shop: ExampleShop
let callers: Callers
const operations = new Map<string, Operation>()
const servedRoutes = watchRoutes()
beforeAll(async () => {
  api = await startTestApi()
  shop = await openExampleShop(api)
  callers = await createCallers(api)
  for (const operation of operationsOf(await readDocument(api))) {
    operations.set(`${operation.method} ${operation.address}`, operation)
  }
})
afterAll(() => api.stop())

const all: readonly Caller[] = [...invalidCallers, ...roles]
/** A caller with permission may get a conflict. */
const isRefusal = (status: number) => status >= 400 && status !== 409
const cases = Object.entries({ ...routeAccess, ...unservedRouteAccess }).map(([route, access]) => ({
  route,
  access,
  refused: all.filter((caller) => isRefusal(access(caller))),
  allowed: all.filter((caller) => !isRefusal(access(caller))),
}))

const tokenFor = async (caller: Caller) =>
  typeof caller === 'string' ? callers.invalidTokens[caller] : callers.createToken(caller)

/** Sends the document's example of the route, optionally with another body, and returns the status. */
async function requestStatus(route: string, token: string, body?: string): Promise<number> {
  const operation = operations.get(route)
  const [method = '', address = ''] = route.split(' ')
  const example = operation
    ? exampleCall(operation, token, body === undefined ? {} : { body })
    : { address, options: { method, token } }
  const { token: given, ...options } = example.options
  return (await call(api.url + example.address, given ? { ...options, token: given } : options))
    .status
}

// @holds decision 36.2, asvs 3.5.3, 6.4.2, 8.1.1, 8.2.1, 13.4.5, 15.3.1
test('the access matrix and the OpenAPI document list exactly the routes that the server serves', () => {
  expect(Object.keys(routeAccess).toSorted()).toEqual(servedRoutes().toSorted())
  expect([...operations.keys()].toSorted()).toEqual(Object.keys(routeAccess).toSorted())
})

test.each(cases.filter(({ refused }) => refused.length > 0))(
  // @holds spec 6.1, decision 4.2, 11.2, asvs 3.5.1, 3.5.2, 7.2.1, 8.1.2, 8.2.1, 8.2.2, 8.3.1
  '$route refuses every caller without permission, and then writes nothing',
  async ({ route, access, refused }) => {
    const tokens = await Promise.all(refused.map(tokenFor))
    const before = await readFingerprint(api.pool)
    const statusesOf = async (body?: string) => {
      const statuses = await Promise.all(tokens.map((token) => requestStatus(route, token, body)))
      return refused.map((caller, index) => [caller, statuses[index]])
    }
    const expected = refused.map((caller) => [caller, access(caller)])
    expect(await statusesOf()).toEqual(expected)
    // Before the body is validated, so that refused callers do not learn the rules.
    for (const body of operations.get(route)?.requestBody ? ['{}', '{'] : []) {
      expect(await statusesOf(body)).toEqual(expected)
    }
    expect(await readFingerprint(api.pool)).toBe(before)
  },
)

test.each(['/customers', '/auth/password', '/sales'])(
  'POST %s refuses callers without permission before it reads their body',
  async (path) => {
    const tokens = [
      await callers.createToken(4),
      callers.invalidTokens['a token that was logged out of'],
    ]
    const unread = [
      { body: '{}', headers: { 'content-encoding': 'gzip' } },
      { body: 'x'.repeat(600_000) },
    ]
    for (const sent of unread) {
      const answers = await Promise.all(tokens.map((token) => api.call(path, { ...sent, token })))
      expect(answers.map(({ status }) => status)).toEqual([403, 401])
    }
  },
)

test.each(cases.filter(({ allowed }) => allowed.length > 0))(
  // @holds spec 6.1, 6.4, decision 4.1, 31.2
  '$route answers every caller with permission',
  async ({ route, access, allowed }) => {
    const operation = operations.get(route)
    for (const caller of allowed) {
      expect([caller, await requestStatus(route, await tokenFor(caller))]).toEqual([
        caller,
        access(caller),
      ])
      if (operation && !operation.path.startsWith('/auth')) await shop.reset(operation)
    }
  },
)
