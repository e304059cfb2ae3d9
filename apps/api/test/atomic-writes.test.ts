import { problem } from '@stockie/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Moment } from './query-counter'
import { effectOf, readContents, type Contents } from './read-contents'
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

test('every write of the OpenAPI document but those of sessions, one statement each, is among them', async () => {
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

describe.each(cases)('$name', ({ prepare, again, variant }) => {
  test('leaves all or nothing when the connection breaks at any of its queries', async () => {
    const write = await prepare(api, shop)
    const before = await readContents(api.pool)
    api.line.queries.breakAt(Infinity, 'before')
    const answer = await write()
    const queries = api.line.queries.stop()
    const whole = effectOf(before, await readContents(api.pool))
    expect(outcomeOf(answer)).toBe('done')
    expect(whole).not.toEqual({})
    expect(queries).toBeGreaterThan(0)

    for (let query = 1; query <= queries; query += 1) {
      for (const moment of ['before', 'after'] as const) {
        // Only what was done at last can be done although nobody heard of it.
        await breakAndRepeat(query, moment, query === queries && moment === 'after', whole)
      }
    }
    await shop.stock()
  })

  async function breakAndRepeat(query: number, moment: Moment, done: boolean, whole: Contents) {
    const write = await prepare(api, shop)
    const before = await readContents(api.pool)
    api.line.queries.breakAt(query, moment)
    const answer = await write()
    api.line.queries.stop()
    expect(effectOf(before, await readContents(api.pool))).toEqual(done ? whole : {})
    // With a key the API finds out itself that it had succeeded.
    expect(outcomeOf(answer)).toBe(done && variant !== '' ? 'done' : 'unavailable')

    const repeated = await write()
    const foundNothing = done && again === 'nothing' && repeated.status === 404
    expect(outcomeOf(repeated)).toBe(foundNothing ? outcomeOf(repeated) : 'done')
    // A second record is what was asked for, without a key.
    const makesAnother = done && again === 'another'
    const both = makesAnother ? whole : effectOf(before, await readContents(api.pool))
    expect(both).toEqual(whole)
  }
})

/** That it was done, that the database cannot be reached, as this is told, or whatever else. */
function outcomeOf({ status, headers, text, body }: Answer): string {
  if (status < 300) return 'done'
  const expected =
    status === 503 &&
    headers.get('content-type')?.startsWith('application/problem+json') &&
    headers.get('retry-after') === '5' &&
    problem.parse(body).detail === 'The database cannot be reached.'
  return expected ? 'unavailable' : `${status} ${text}`
}
