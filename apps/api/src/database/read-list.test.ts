import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/test-database'
import { connect, type Connection } from './connect'
import { readList, type ListQuery } from './read-list'

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const read = (list: Partial<ListQuery>, known?: string) =>
  readList(
    connection.pool,
    { name: '', text: 'select 7 as id', sources: ['customers'], ...list },
    known,
  )
const addCustomer = () => connection.db.customer.create({ data: { name: 'Ada' } })
const post = (source: string, day: string) =>
  connection.pool.query('insert into changes (source, day) values ($1, $2)', [source, day])

test('a list is an array, an empty one too, and a single row is itself', async () => {
  expect(await read({})).toMatchObject({ body: '[{"id":7}]', total: null })
  expect(await read({ text: 'select 7 as id where false' })).toMatchObject({ body: '[]' })
  expect(await read({ single: true })).toMatchObject({ body: '{"id":7}' })
})

test('a page says how many rows all pages have', async () => {
  expect(await read({ count: 'select 42::bigint' })).toMatchObject({ total: 42 })
})

test('of a known revision nothing is read at all', async () => {
  // Whoever reads a row of it divides by zero.
  const failing = {
    text: 'select 1 / (id - id) as id from customers',
    count: 'select count(1 / (id - id)) from customers',
  }
  await addCustomer()
  await expect(read(failing)).rejects.toThrow('division by zero')
  const { revision } = await read({})
  expect(await read(failing, revision)).toEqual({ revision, body: null, total: null })
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
  const text = `select repeat('x', 39) as id from generate_series(1, 2)`
  const list = { name: '', text, sources: ['customers'] } as const
  const readWithin = (rows: number, bytes: number) =>
    readList(connection.pool, list, undefined, { rows, bytes })
  expect((await readWithin(2, 102)).body).toHaveLength(102)
  const tooLong = { code: 'malformed', message: 'This list is too long to be sent at once.' }
  await expect(readWithin(2, 101)).rejects.toMatchObject(tooLong)
  await expect(readWithin(1, 102)).rejects.toMatchObject(tooLong)
})
