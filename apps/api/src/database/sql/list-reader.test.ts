import type { QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#src/database/pool/connect'
import type { ListQuery } from '#src/database/sql/list-query'
import { createListReader, runOnPrimary } from '#src/database/sql/list-reader'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { createUser, type TestUser } from '#test/support/test-users'

let database: TestDatabase
let connection: Connection
let user: TestUser
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
  user = await createUser(connection.pool)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const session = Buffer.alloc(32)
const caller = (...known: string[]) => {
  return { userId: user.id, version: 0, session, roles: [1, 2], known }
}
const reader = (limits?: { rows: number; bytes: number }) => {
  const readList = createListReader(runOnPrimary(connection.pool), { limits })
  return async (...args: Parameters<typeof readList>) => {
    const { body, ...reading } = await readList(...args)
    return { ...reading, body: body && body.toString() }
  }
}
const read = (list: Partial<ListQuery>, ...known: string[]) =>
  reader()({ name: '', text: 'select 7 as id', sources: ['customers'], ...list }, caller(...known))
const addCustomer = () => connection.db.customer.create({ data: { name: 'Ada' } })
const addChange = (source: string, day: string) =>
  connection.pool.query('insert into changes (source, day) values ($1, $2)', [source, day])

test('a list reader returns rows as a JSON array and a single row as an object', async () => {
  expect(await read({})).toMatchObject({ body: '[{"id":7}]', total: null })
  expect(await read({ text: 'select 7 as id where false' })).toMatchObject({ body: '[]' })
  expect(await read({ single: true })).toMatchObject({ body: '{"id":7}' })
})

test('a list of more than 1000 rows is complete and in order', async () => {
  const text = 'select id from generate_series(1, 1001) as id order by id desc'
  const { body } = await read({ text })
  const ids = Array.from({ length: 1001 }, (_, index) => ({ id: 1001 - index }))
  expect(JSON.parse(body ?? '')).toEqual(ids)
})

test('a paged list returns the number of rows on all pages', async () => {
  expect(await read({ count: 'select 42::bigint' })).toMatchObject({ total: 42 })
})

/** Reading any row of it divides by zero. */
const failing = {
  text: 'select 1 / (id - id) as id from customers',
  count: 'select count(1 / (id - id)) from customers',
}

test('a list reader reads no rows if the revision is known', async () => {
  await addCustomer()
  await expect(read(failing)).rejects.toThrow('division by zero')
  const { revision } = await read({})
  const nothing = { role: 1, revision, body: null, excess: null, total: null }
  expect(await read(failing, revision)).toEqual(nothing)
  expect(await read(failing, 'another', revision)).toEqual(nothing)
})

test('a list reader reads no rows for a forbidden role or an ended session', async () => {
  await addCustomer()
  const readAs = (changes: object) =>
    reader()(
      {
        name: '',
        sources: ['customers'],
        parent: { kind: 'customer', exists: 'false' },
        ...failing,
      },
      { ...caller(), ...changes },
    )
  expect(await readAs({ roles: [2] })).toMatchObject({ role: 1, body: null })
  for (const changes of [{ version: 1 }, { userId: user.id + 1 }]) {
    expect(await readAs(changes)).toMatchObject({ role: null, body: null })
  }
  await expect(readAs({})).rejects.toThrow('division by zero')
  await connection.pool.query('update users set removed_at = now()')
  expect(await readAs({})).toMatchObject({ role: null, body: null })
  await connection.pool.query('update users set removed_at = null')
})

test('every write to a source gives the list a new revision', async () => {
  const seen = new Set([(await read({})).revision])
  for (let write = 1; write <= 20; write += 1) {
    await addCustomer()
    seen.add((await read({})).revision)
    expect(seen.size).toBe(write + 1)
  }
})

test('a write to another table keeps the revision of the list', async () => {
  const { revision } = await read({})
  await connection.db.supplier.create({ data: { name: 'Harbour Paper Ltd' } })
  expect((await read({}, revision)).body).toBeNull()
})

test('a write that is rolled back keeps the revision of the list', async () => {
  const { revision } = await read({})
  const client = await connection.pool.connect()
  await client.query('begin')
  await client.query("insert into customers (name) values ('Ben')")
  expect((await read({}, revision)).body).toBeNull()
  await client.query('rollback')
  client.release()
  expect((await read({}, revision)).body).toBeNull()
})

test('only writes on the days of the range, ends included, change the revision', async () => {
  const days = { startDate: '2026-11-01', endDate: '2026-11-30' }
  const list = { sources: ['sales'], days } satisfies Partial<ListQuery>
  let { revision } = await read(list)
  for (const day of ['2026-10-31', '2026-12-01']) {
    await addChange('sales', day)
    expect((await read(list, revision)).body).toBeNull()
  }
  for (const day of ['2026-11-01', '2026-11-30']) {
    await addChange('sales', day)
    const next = await read(list, revision)
    expect(next.body).not.toBeNull()
    revision = next.revision
  }
})

test('an emptied table of changes does not lead to a former revision again', async () => {
  const { revision } = await read({})
  const { rows } = await connection.pool.query<{ count: number }>(
    `select sum(count) as count from changes where source = 'customers'`,
  )
  await connection.pool.query('truncate changes')
  await connection.pool.query(`insert into changes (source, count) values ('customers', $1)`, [
    rows[0]?.count,
  ])
  expect((await read({}, revision)).body).not.toBeNull()
})

test('a list reader refuses a list beyond its limits and accepts one at the limits', async () => {
  const text = `select repeat('x', 60) as id from generate_series(1, 2)`
  const list = { name: '', text, sources: ['customers'] } as const
  const readWithin = (rows: number, bytes: number) => reader({ rows, bytes })(list, caller())
  expect((await readWithin(2, 144)).body).toHaveLength(144)
  const tooLong = { code: 'malformed', message: 'This list is too long to be sent at once.' }
  await expect(readWithin(2, 143)).rejects.toMatchObject(tooLong)
  await expect(readWithin(1, 144)).rejects.toMatchObject(tooLong)
})

test('the limits apply to the whole list, not to each chunk', async () => {
  const text = 'select id from generate_series(1, 251) as id'
  const list = { name: '', text, sources: ['customers'] } as const
  const { body } = await read(list)
  const readWithin = (rows: number, bytes: number) => reader({ rows, bytes })(list, caller())
  const length = body?.length ?? 0
  expect((await readWithin(251, length + 10)).body).toBe(body)
  const tooLong = { code: 'malformed' }
  await expect(readWithin(251, length - 10)).rejects.toMatchObject(tooLong)
  await expect(readWithin(250, length + 10)).rejects.toMatchObject(tooLong)
  const sized = await reader()(list, caller(), { maxBytes: length - 10 })
  expect(sized.body).toBeNull()
  // The size of a chunk may be a few bytes off.
  expect(sized.excess).toBeGreaterThan(length - 10)
})

test.each([undefined, { day: 'day' }])(
  'chunks in any order make a list in order (%j)',
  async (parts) => {
    const text = `select '2026-11-01'::date + n / 300 as day, n from generate_series(0, 899) as n order by day desc, n`
    const list: ListQuery = { name: '', text, sources: ['purchases'], parts }
    const run = runOnPrimary(connection.pool)
    const readReversed = createListReader(
      async <Row extends QueryResultRow>(...args: Parameters<typeof run>) =>
        (await run<Row>(...args)).toReversed(),
    )
    const { rows } = await connection.pool.query<{ n: number }>(text)
    const { body } = await readReversed(list, caller())
    const found: { n: number }[] = JSON.parse(String(body))
    expect(found.map(({ n }) => n)).toEqual(rows.map(({ n }) => n))
  },
)

test('the limits of a list in parts include the cached ones', async () => {
  const list: ListQuery = {
    name: '',
    text: `select day, id from (values ('2026-11-01'::date, 1), ('2026-11-02', 2)) as row (day, id)
      where exists (select from changes where source = 'purchases' and changes.day = row.day)
      order by day desc`,
    sources: ['purchases'],
    parts: { day: 'day' },
  }
  await addChange('purchases', '2026-11-01')
  const { parts: cached } = await reader()(list, caller())
  await addChange('purchases', '2026-11-02')
  const readWithin = (rows: number, bytes: number, maxBytes = bytes) =>
    reader({ rows, bytes })(list, caller(), { cached, maxBytes })
  const { body } = await readWithin(2, 100)
  expect(body).toBe('[{"day":"2026-11-02","id":2},{"day":"2026-11-01","id":1}]')
  const { length } = body ?? ''
  expect((await readWithin(2, length)).body).toBe(body)
  const tooLong = { code: 'malformed' }
  await expect(readWithin(1, length)).rejects.toMatchObject(tooLong)
  await expect(readWithin(2, length - 1)).rejects.toMatchObject(tooLong)
  expect(await readWithin(2, length, length - 1)).toMatchObject({ body: null, excess: length })
})

test('a list reader refuses the sublist of a missing record, even for a known revision', async () => {
  const parent = { kind: 'customer', exists: 'false' }
  const { revision } = await read({})
  await expect(read({ parent }, revision)).rejects.toMatchObject({ code: 'not_found' })
})
