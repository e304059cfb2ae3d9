import { books as contract } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayIn } from '#src/time'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'
import { cashCountBody } from '#test/support/writes/day-sheet-write-cases'
import { closedThrough, createClosedShop, fingerprint, refusalSentence } from './closed-shop'

let api: TestApi
let shop: TestShop
let closed: ReturnType<typeof createClosedShop>
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  closed = createClosedShop(api, shop)
})
beforeEach(() => closed.move(null))
afterAll(() => api.stop())

const read = async () => contract.parse((await closed.send('GET', '/books')).body)
const put = (body: unknown, headers?: Record<string, string>) =>
  closed.send('PUT', '/books', body, headers)

test('nothing is closed in a new shop', async () => {
  const fresh = await startTestApi()
  try {
    const { token } = await openTestShop(fresh)
    const { body } = await fresh.call('/books', { token })
    expect(contract.parse(body)).toMatchObject({ closedThrough: null, version: 1 })
  } finally {
    await fresh.stop()
  }
})

test('the owner closes the books, moves the day forward and back, and opens them again', async () => {
  const { version } = await read()
  for (const [moves, day] of ['2026-09-30', closedThrough, '2026-08-31', null].entries()) {
    expect(await closed.move(day)).toEqual(await read())
    expect(await read()).toMatchObject({ closedThrough: day, version: version + moves + 1 })
  }
  const { rows } = await api.pool.query(
    `select user_id, by_command_line, action, changes from activities
     where resource = 'books' order by id desc limit 4`,
  )
  const change = (before: string | null, after: string | null) => ({
    user_id: shop.user.id,
    by_command_line: false,
    action: 'changed',
    changes: [{ field: 'closedThrough', before, after }],
  })
  expect(rows.toReversed()).toEqual([
    change(null, '2026-09-30'),
    change('2026-09-30', closedThrough),
    change(closedThrough, '2026-08-31'),
    change('2026-08-31', null),
  ])
})

test('the same day again changes no version and is no activity', async () => {
  const first = await closed.move(closedThrough)
  const before = await fingerprint(api)
  expect(await closed.move(closedThrough)).toEqual(first)
  expect(await fingerprint(api)).toEqual(before)
})

test('a move with another version is refused with what another owner did', async () => {
  const { version } = await closed.move(closedThrough)
  const stale = await put({ closedThrough: '2026-09-30' }, { 'If-Match': `"${version - 1}"` })
  expect(stale).toMatchObject({
    status: 412,
    body: {
      type: 'urn:stockie:problem:changed',
      current: { closedThrough, version },
      changedByName: shop.user.name,
    },
  })
  expect(await read()).toMatchObject({ closedThrough, version })
  const fresh = await put({ closedThrough: null }, { 'If-Match': `"${version}"` })
  expect(fresh.status).toBe(200)
})

test('only the owner moves the day, and every role that uses the shop reads it', async () => {
  await closed.move(closedThrough)
  for (const role of [2, 3]) {
    const { id } = await createUser(api.pool, role)
    const token = api.tokens.sign({ userId: id, version: 0 })
    expect((await api.call('/books', { token })).body).toMatchObject({ closedThrough })
    // The role is checked before the body.
    for (const body of [{ closedThrough: null }, { closedThrough: 'never' }]) {
      expect(await api.call('/books', { method: 'PUT', token, body })).toMatchObject({
        status: 403,
        body: { detail: 'Only the owner may close the books or open them again.' },
      })
    }
  }
  expect(await read()).toMatchObject({ closedThrough })
})

test.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
  'GET /books names the present day of a store in %s, and that day can be closed',
  async (timeZone) => {
    const far = await startTestApi({ timeZone })
    try {
      const inZone = createClosedShop(far, await openTestShop(far))
      const { body } = await inZone.send('GET', '/books')
      const { today } = contract.parse(body)
      const now = dayIn(timeZone, new Date())
      // The day may have begun between the two.
      expect([now, dayIn(timeZone, new Date(Date.now() - 60_000))]).toContain(today)
      expect(await inZone.move(today)).toMatchObject({ closedThrough: today, today: now })
    } finally {
      await far.stop()
    }
  },
)

test('today can be closed, and tomorrow cannot', async () => {
  const dayAfter = (days: number) => dayIn('UTC', new Date(Date.now() + days * 86_400_000))
  expect(await closed.move(dayAfter(0))).toMatchObject({ closedThrough: dayAfter(0) })
  // The test may run at midnight.
  const answer = await put({ closedThrough: dayAfter(2) })
  const message = 'The books can be closed up to today at most.'
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: message, errors: [{ path: 'closedThrough', message }] },
  })
})

test.each([
  [{}, 'closedThrough must be a day, or null to open the books again'],
  [{ closedThrough: '2026-02-30' }, 'Date must be a real day, written yyyy-MM-dd'],
  [{ closedThrough: 20261031 }, 'Date must be a real day, written yyyy-MM-dd'],
])('the move %j is refused at its field', async (body, message) => {
  expect(await put(body)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'closedThrough', message }] },
  })
})

test('customers, categories and expense categories can be written in closed books', async () => {
  await closed.move(dayIn('UTC', new Date()))
  const sent = [
    await closed.send('POST', '/customers', { name: 'Ben' }),
    await closed.send('POST', '/categories', { name: 'Snacks' }),
    await closed.send('PUT', `/expense-categories/${shop.expenseCategoryId}`, { name: 'Rents' }),
  ]
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 200])
})

test.each(['sales', 'purchases', 'returns', 'expenses'] as const)(
  'a retry of a POST of %s gets its first answer after the books were closed, and stores nothing @long',
  async (resource) => {
    const [path, body] = await closed.recording(resource, closedThrough)
    const post = () => closed.send('POST', path, body, { 'Idempotency-Key': `retried-${resource}` })
    const first = await post()
    expect(first.status).toBe(201)
    await closed.move(closedThrough)
    const before = await fingerprint(api)
    expect(await post()).toMatchObject({ status: 201, body: first.body })
    expect(await fingerprint(api)).toEqual(before)
    // The key of a refused request is free.
    const free = () => closed.send('POST', path, body, { 'Idempotency-Key': `free-${resource}` })
    expect((await free()).status).toBe(409)
    await closed.move(null)
    expect((await free()).status).toBe(201)
  },
)

test('a retry of a cash count gets its first answer after the books were closed, and stores nothing', async () => {
  const count = (key: string) =>
    closed.send('POST', '/day-sheets', cashCountBody({ date: closedThrough }), {
      'Idempotency-Key': key,
    })
  const first = await count('retried-count')
  expect(first.status).toBe(201)
  await closed.move(closedThrough)
  const before = await fingerprint(api)
  expect(await count('retried-count')).toMatchObject({ status: 201, body: first.body })
  expect(await fingerprint(api)).toEqual(before)
  expect((await count('free-count')).status).toBe(409)
  await closed.move(null)
  expect((await count('free-count')).status).toBe(201)
})

test('an invalid body is refused with 422 also in closed books', async () => {
  await closed.move(closedThrough)
  const [path, body] = await closed.recording('sales', '2026-10-01')
  const wrong = await closed.send('POST', path, { ...body, totalAmount: 1 })
  expect(wrong.status).toBe(422)
  const unknown = await closed.send('POST', path, { ...body, customerId: 999_999 })
  expect(unknown.status).toBe(422)
})

test('a preview refuses expenses of closed days, and the commit stores the others', async () => {
  await closed.move(closedThrough)
  const imports = createImportClient(api, shop.token)
  const header = 'Name,Amount,Category,Date'
  const rows = ['Old,1,Rents,2026-10-31', 'New,2,Rents,2026-11-01', 'Older,3,Rents,2026-01-31']
  const file = [header, ...rows].join('\n')
  const { id } = await imports.upload('expenses', file)
  const preview = await imports.preview(id)
  expect(preview.counts).toMatchObject({ new: 1, refused: 2 })
  expect(preview.rows.refused.map(({ problems }) => problems)).toEqual(
    [1, 2].map(() => [{ field: 'date', message: refusalSentence }]),
  )
  expect(await imports.run(id, 'commit')).toMatchObject({ state: 'committed' })
  const { rows: stored } = await api.pool.query(
    `select name from expenses where name in ('Old', 'New', 'Older')`,
  )
  expect(stored).toEqual([{ name: 'New' }])
})

test('a commit and an undo of an import are refused if the books were closed meanwhile @long', async () => {
  const imports = createImportClient(api, shop.token)
  const { id } = await imports.upload(
    'expenses',
    'Name,Amount,Category,Date\nLate,5,Rents,2026-10-30',
  )
  await imports.preview(id)
  await closed.move(closedThrough)
  expect(await imports.run(id, 'commit')).toMatchObject({ state: 'failed', error: refusalSentence })
  await closed.move(null)
  await imports.preview(id)
  await imports.run(id, 'commit')
  await closed.move(closedThrough)
  const before = await fingerprint(api)
  expect(await imports.run(id, 'revert')).toMatchObject({
    state: 'committed',
    error: refusalSentence,
  })
  expect(await fingerprint(api)).toEqual(before)
  await closed.move(null)
  expect(await imports.run(id, 'revert')).toMatchObject({ state: 'reverted' })
})
