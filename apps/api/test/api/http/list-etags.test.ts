import { apiRoot } from '@stockie/contracts'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startSecondApi, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { returnWriteCases } from '#test/support/writes/return-write-cases'
import { writeCases } from '#test/support/writes/write-cases'

type Caller = Pick<TestApi, 'call'>

let api: TestApi
let second: Awaited<ReturnType<typeof startSecondApi>>
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  second = await startSecondApi(api)
})
afterAll(async () => {
  await second.stop()
  await api.stop()
})

const read = (path: string, etag = '', from: Caller = api): Promise<Answer> =>
  from.call(path, { token: shop.token, ...(etag && { headers: { 'If-None-Match': etag } }) })
const etagOf = ({ headers }: Answer) => headers.get('etag') ?? ''
const rename = (name: string) =>
  `update customers set name = '${name}' where id = ${shop.customerId}`

test.each([...writeCases, ...returnWriteCases])(
  '$method $path $variant makes another API answer 200 instead of 304',
  async (write) => {
    const path = `/${write.path.split('/')[1]}`
    const send = await write.prepare(api, shop)
    const before = await read(path, '', second)
    expect((await read(path, etagOf(before), second)).status).toBe(304)
    expect((await send()).status).toBeLessThan(300)
    const after = await read(path, etagOf(before), second)
    expect(after.status).toBe(200)
    expect(after.body).not.toEqual(before.body)
    expect(after.text).toBe((await read(path)).text)
  },
)

test('a read that starts after a write was answered sees it, also during other writes and with a 304', async () => {
  const acknowledged: string[] = []
  const apis = [api, second]
  let writing = 4
  const missedWrites: string[] = []
  const statuses = new Set<number>()

  async function write(writer: number): Promise<void> {
    for (let index = 0; index < 30; index += 1) {
      const name = `Customer ${writer}-${index}`
      const to = apis[(writer + index) % 2] ?? api
      await to.call('/customers', { token: shop.token, body: { name } })
      acknowledged.push(name)
    }
    writing -= 1
  }
  async function readContinuously(from: Caller): Promise<void> {
    let cached = await read('/customers', '', from)
    while (writing > 0) {
      const expected = acknowledged.length
      const answer = await read('/customers', etagOf(cached), from)
      statuses.add(answer.status)
      if (answer.status === 200) cached = answer
      const missing = acknowledged.slice(0, expected).filter((name) => !cached.text.includes(name))
      missedWrites.push(...missing)
    }
  }
  const readers = [...apis, ...apis].map(readContinuously)
  await Promise.all([write(0), write(1), write(2), write(3), ...readers])
  expect(missedWrites).toEqual([])
  expect(statuses).toEqual(new Set([200, 304]))
})

test('a write changes the ETag when it commits, also if a later write has committed before', async () => {
  const before = etagOf(await read('/customers'))
  const slow = await api.pool.connect()
  try {
    await slow.query('begin')
    await slow.query(rename('Slowly'))
    expect((await read('/customers', before)).status).toBe(304)
    await api.pool.query(`insert into customers (name) values ('Quick')`)
    const between = await read('/customers', before)
    expect(between.text).toContain('Quick')
    expect(between.text).not.toContain('Slowly')
    await slow.query('commit')
    const after = await read('/customers', etagOf(between))
    expect(after).toMatchObject({ status: 200, text: expect.stringContaining('Slowly') })
    await slow.query('begin')
    await slow.query(rename('Never'))
    await slow.query('rollback')
    expect((await read('/customers', etagOf(after))).status).toBe(304)
  } finally {
    slow.release()
  }
})

test('an ETag from before a reset of the change counters is not answered 304, even at equal counts', async () => {
  const before = etagOf(await read('/customers'))
  const { rows } = await api.pool.query<{ source: string; count: number }>(
    'select source, sum(count) as count from changes group by source',
  )
  await api.pool.query(`truncate changes`)
  for (const { source, count } of rows) {
    const again = 'insert into changes (source, count) values ($1, $2)'
    await api.pool.query(again, [source, count])
  }
  expect((await read('/customers', before)).status).toBe(200)
})

describe('If-None-Match', () => {
  test.each<[string, (etag: string) => string]>([
    ['among others', (etag) => `"a", ${etag},W/"b"`],
    ['after an older ETag', (etag) => `${etag.replace(/\d+"$/, '0"')}, ${etag}`],
    ['as the strong tag that some proxies send', (etag) => etag.replace('W/', '')],
    ['any ETag', () => '*'],
  ])('a header that matches the current ETag is answered 304: %s', async (_, header) => {
    const etag = etagOf(await read('/customers'))
    // Not by fetch, which would add "Cache-Control: no-cache".
    const answer = await request(api.server)
      .get(`${apiRoot}/customers`)
      .set({ Authorization: `Bearer ${shop.token}`, 'If-None-Match': header(etag) })
    expect(answer).toMatchObject({ status: 304, text: '' })
  })

  test.each<[string, (etag: string) => string]>([
    ['blank', () => ' '],
    ['no tag', () => 'yesterday'],
    ['half a tag', (etag) => etag.slice(0, -1)],
    ['a tag with an additional digit', (etag) => etag.replace(/"$/, '0"')],
    ['a tag without its last digit', (etag) => etag.replace(/\d"$/, '"')],
    [
      'a tag in other letter case',
      (etag) => etag.replace('W/', 'w/').toUpperCase().replace('W/', 'w/'),
    ],
    ['an empty tag', () => 'W/""'],
    ['SQL', (etag) => etag.replace(/"$/, `'; drop table customers; --"`)],
    ['non-ASCII letters', () => 'W/"é\u00ff"'],
    ['a very long tag', (etag) => etag.replace(/"$/, `${'-1'.repeat(5000)}"`)],
    ['150 tags', (etag) => Array(150).fill(etag.replace(/"$/, 'x"')).join(',')],
  ])('a header that does not match the ETag is answered with the list: %s', async (_, header) => {
    const now = await read('/customers')
    const answer = await read('/customers', header(etagOf(now)))
    expect(answer).toMatchObject({ status: 200, text: now.text })
    expect(etagOf(answer)).toBe(etagOf(now))
  })
})
