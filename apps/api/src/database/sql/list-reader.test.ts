import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#src/database/pool/connect'
import { createListReader, joinArrays, type ListQuery } from '#src/database/sql/list-reader'
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
const reader = (...most: [{ rows: number; bytes: number }] | []) => {
  const readList = createListReader(connection.pool, ...most)
  return async (...asked: Parameters<typeof readList>) => {
    const { body, ...reading } = await readList(...asked)
    return { ...reading, body: body && body.toString() }
  }
}
const read = (list: Partial<ListQuery>, ...known: string[]) =>
  reader()({ name: '', text: 'select 7 as id', sources: ['customers'], ...list }, caller(...known))
const addCustomer = () => connection.db.customer.create({ data: { name: 'Ada' } })
const post = (source: string, day: string) =>
  connection.pool.query('insert into changes (source, day) values ($1, $2)', [source, day])

test('a list is an array, an empty one too, and a single row is itself', async () => {
  expect(await read({})).toMatchObject({ body: '[{"id":7}]', total: null })
  expect(await read({ text: 'select 7 as id where false' })).toMatchObject({ body: '[]' })
  expect(await read({ single: true })).toMatchObject({ body: '{"id":7}' })
})

test('a long list is whole and keeps its order', async () => {
  const text = 'select id from generate_series(1, 1001) as id order by id desc'
  const { body } = await read({ text })
  const ids = Array.from({ length: 1001 }, (_, index) => ({ id: 1001 - index }))
  expect(JSON.parse(body ?? '')).toEqual(ids)
})

test('a page says how many rows all pages have', async () => {
  expect(await read({ count: 'select 42::bigint' })).toMatchObject({ total: 42 })
})

/** Whoever reads a row of it divides by zero. */
const failing = {
  text: 'select 1 / (id - id) as id from customers',
  count: 'select count(1 / (id - id)) from customers',
}

test('of any known revision nothing is read at all', async () => {
  await addCustomer()
  await expect(read(failing)).rejects.toThrow('division by zero')
  const { revision } = await read({})
  const nothing = { role: 1, revision, body: null, total: null }
  expect(await read(failing, revision)).toEqual(nothing)
  expect(await read(failing, 'another', revision)).toEqual(nothing)
})

test('for a role that may not see it, or a session that has ended, nothing is read at all', async () => {
  await addCustomer()
  const readAs = (who: object) =>
    reader()(
      {
        name: '',
        sources: ['customers'],
        of: { one: 'customer', exists: 'false' },
        ...failing,
      },
      { ...caller(), ...who },
    )
  expect(await readAs({ roles: [2] })).toMatchObject({ role: 1, body: null })
  for (const who of [{ version: 1 }, { userId: user.id + 1 }]) {
    expect(await readAs(who)).toMatchObject({ role: null, body: null })
  }
  await expect(readAs({})).rejects.toThrow('division by zero')
  await connection.pool.query('update users set removed_at = now()')
  expect(await readAs({})).toMatchObject({ role: null, body: null })
  await connection.pool.query('update users set removed_at = null')
})

test('a revision ends with any write to a source, and is never the same again', async () => {
  const seen = new Set([(await read({})).revision])
  for (let write = 1; write <= 20; write += 1) {
    await addCustomer()
    seen.add((await read({})).revision)
    expect(seen.size).toBe(write + 1)
  }
})

test('writes to other tables leave it as it is', async () => {
  const { revision } = await read({})
  await connection.db.supplier.create({ data: { name: 'Harbour Paper Ltd' } })
  expect((await read({}, revision)).body).toBeNull()
})

test('a write that is rolled back changes nothing', async () => {
  const { revision } = await read({})
  const client = await connection.pool.connect()
  await client.query('begin')
  await client.query("insert into customers (name) values ('Ben')")
  expect((await read({}, revision)).body).toBeNull()
  await client.query('rollback')
  client.release()
  expect((await read({}, revision)).body).toBeNull()
})

test('of a range of days only its own days count, both ends among them', async () => {
  const days = { startDate: '2026-11-01', endDate: '2026-11-30' }
  const list = { sources: ['sales'], days } satisfies Partial<ListQuery>
  let { revision } = await read(list)
  for (const day of ['2026-10-31', '2026-12-01']) {
    await post('sales', day)
    expect((await read(list, revision)).body).toBeNull()
  }
  for (const day of ['2026-11-01', '2026-11-30']) {
    await post('sales', day)
    const next = await read(list, revision)
    expect(next.body).not.toBeNull()
    revision = next.revision
  }
})

test('a database that was emptied does not count up to a revision that it had', async () => {
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

test('what is too long to be sent at once is refused, and what just fits is not', async () => {
  const text = `select repeat('x', 60) as id from generate_series(1, 2)`
  const list = { name: '', text, sources: ['customers'] } as const
  const readWithin = (rows: number, bytes: number) => reader({ rows, bytes })(list, caller())
  expect((await readWithin(2, 144)).body).toHaveLength(144)
  const tooLong = { code: 'malformed', message: 'This list is too long to be sent at once.' }
  await expect(readWithin(2, 143)).rejects.toMatchObject(tooLong)
  await expect(readWithin(1, 144)).rejects.toMatchObject(tooLong)
})

test('what comes in pieces is measured whole', async () => {
  const text = 'select id from generate_series(1, 251) as id'
  const list = { name: '', text, sources: ['customers'] } as const
  const { body } = await read(list)
  const readWithin = (rows: number, bytes: number) => reader({ rows, bytes })(list, caller())
  const length = body?.length ?? 0
  expect((await readWithin(251, length + 10)).body).toBe(body)
  const tooLong = { code: 'malformed' }
  await expect(readWithin(251, length - 10)).rejects.toMatchObject(tooLong)
  await expect(readWithin(250, length + 10)).rejects.toMatchObject(tooLong)
})

test('a list of what is not there is refused, whatever is known of it', async () => {
  const of = { one: 'customer', exists: 'false' }
  const { revision } = await read({})
  await expect(read({ of }, revision)).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  [['[]'], '[]'],
  [['[1]'], '[1]'],
  [['[{"name":"Tea, 2"}]', '[1, 2]', '["Ünï ☕"]'], '[{"name":"Tea, 2"},1, 2,"Ünï ☕"]'],
])('%j are one array', (arrays, joined) => {
  expect(joinArrays(arrays).toString()).toBe(joined)
})
