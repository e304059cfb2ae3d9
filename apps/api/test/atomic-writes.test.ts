import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Moment } from './query-counter'
import { effectOf, readContents } from './read-contents'
import { startTestApi, type Answer, type TestApi } from './test-api'
import { openTestShop, type TestShop } from './test-shop'
import { writes } from './writes'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

test('every write of the OpenAPI document is among them', async () => {
  const { paths } = (await api.call('/openapi.json')).body as { paths: Record<string, object> }
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    ['post', 'put', 'delete']
      .filter((method) => method in item)
      .map((method) => `${method} ${path}`),
  )
  const known = new Set(writes.map(({ method, path }) => `${method.toLowerCase()} ${path}`))
  const missing = documented.filter((write) => !known.has(write) && !write.includes('/auth/'))
  expect(missing).toEqual([])
})

const cases = writes.map((write) => ({
  ...write,
  name: `${write.method} ${write.path} ${write.variant}`.trim(),
}))

describe.each(cases)('$name', ({ prepare, again }) => {
  test('leaves all or nothing when the connection breaks at any of its queries', async () => {
    const prepared = await prepare(api, shop)
    const before = await readContents(api.pool)
    api.line.queries.breakAt(Infinity, 'before')
    const answer = await prepared()
    const queries = api.line.queries.stop()
    const whole = effectOf(before, await readContents(api.pool))
    expect(answer.status).toBeLessThan(300)
    expect(whole).not.toEqual({})
    expect(queries).toBeGreaterThan(1)

    for (let query = 1; query <= queries; query += 1) {
      for (const moment of ['before', 'after'] as const) {
        const effect = await breakAndRepeat(query, moment, whole)
        // Only what was done at last can be done although nobody heard of it.
        if (query < queries || moment === 'before') expect(effect).toEqual({})
        else expect(effect).toEqual(whole)
      }
    }
    await shop.stock()
  })

  async function breakAndRepeat(query: number, moment: Moment, whole: object): Promise<object> {
    const write = await prepare(api, shop)
    const before = await readContents(api.pool)
    api.line.queries.breakAt(query, moment)
    const answer = await write()
    api.line.queries.stop()
    const broken = await readContents(api.pool)
    const effect = effectOf(before, broken)
    if (answer.status < 300) expect(effect).toEqual(whole)
    else expectUnavailable(answer)

    const repeated = await write()
    const both = effectOf(before, await readContents(api.pool))
    if (Object.keys(effect).length === 0 || again === 'first')
      expect(repeated.status).toBeLessThan(300)
    if (Object.keys(effect).length === 0 || again !== 'another') expect(both).toEqual(whole)
    return effect
  }
})

function expectUnavailable(answer: Answer): void {
  expect(answer.status).toBe(503)
  expect(answer.headers.get('content-type')).toMatch('application/problem+json')
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.body).toMatchObject({ detail: 'The database cannot be reached.' })
}
