import { codeForms } from '@stockie/contracts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { constraintCases } from '#test/support/database/constraint-cases'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { validRows, type Row, type Table } from '#test/support/database/valid-rows'

/** The migrations insert the one row of these tables. */
const existingRows = ['books', 'served_versions']

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  for (const [table, row] of Object.entries(validRows)) {
    if (!existingRows.includes(table)) await insert(table, row)
  }
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  await client.query(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${places.join()})`,
    Object.values(row),
  )
}

/** Runs the work in a transaction that is rolled back. Returns 'accepted' or PostgreSQL's error. */
async function tryWork(work: () => Promise<unknown>): Promise<unknown> {
  await client.query('BEGIN')
  try {
    return await work().then(
      () => 'accepted',
      (error: unknown) => error,
    )
  } finally {
    await client.query('ROLLBACK')
  }
}

const violationOf = (constraint: string) => expect.objectContaining({ constraint })

test.each(constraintCases)(
  'constraint %s refuses %s with %o',
  async (constraint, table, changes) => {
    expect(await tryWork(() => insert(table, { ...validRows[table], ...changes }))).toEqual(
      violationOf(constraint),
    )
  },
)

// @holds asvs 2.2.1, 2.3.2
test('constraint-cases.ts has a case for every CHECK of the database', async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint
     WHERE contype = 'c' AND connamespace = current_schema()::regnamespace`,
  )
  const covered = new Set(constraintCases.map(([constraint]) => constraint))
  expect([...covered].toSorted()).toEqual(rows.map((row) => row.name).toSorted())
})

const deleted = { deleted_at: 'now', deleted_by_id: 1, deletion_batch: crypto.randomUUID() }
const accepted: [Table, Row][] = [
  ['users', { email: 'x'.repeat(254), name: 'x'.repeat(200), role: 4, token_version: 7 }],
  ['users', { email: 'x', password_hash: `hmac-sha384:$2b$12$${'x'.repeat(53)}` }],
  ['customers', { email: 'x'.repeat(254), phone: 'x'.repeat(50), address: 'x'.repeat(2000) }],
  // PostgreSQL counts an emoji as one character, JavaScript as two.
  ['categories', { name: '🍵'.repeat(200), ...deleted }],
  ['expenses', { amount: 1_000_000_000, description: 'a\n b' }],
  ['products', { price: 1_000_000_000, cost: 1, description: null }],
  ['products', { code: '!' }],
  ['products', { code: `a ~${'x'.repeat(61)}` }],
  ['sales', { sale_date: '9999-12-31', turn: 4 }],
  ['sales', { sale_date: '0001-01-01', turn: 3, ...deleted }],
  ['sales', { discount: 100, total_amount: 0, remark: 'x' }],
  ['sale_lines', { price: 90_000_000, quantity: 1_000_000, total: 90_000_000_000_000 }],
  ['purchases', { total_amount: 1, turn: 1, ...deleted }],
  ['purchase_lines', { price: 1_000_000_000, quantity: 9999, total: 9_999_000_000_000 }],
  ['stock_movements', { reason: 'opening', delta: 2_000_000_000 - 5 }],
  ['stock_movements', { reason: 'adjustment', delta: -2_000_000_000 - 5 }],
  ['stock_movements', { reason: 'sale', sale_id: 1, delta: -1 }],
  ['stock_movements', { reason: 'sale_deleted', sale_id: 1, turn: 1 }],
  ['stock_movements', { reason: 'sale_restored', sale_id: 1, turn: 2, delta: -1 }],
  ['stock_movements', { reason: 'purchase', purchase_id: 1 }],
  ['stock_movements', { reason: 'purchase_deleted', purchase_id: 1, turn: 3, delta: -1 }],
  ['stock_movements', { reason: 'purchase_restored', purchase_id: 1, turn: 4 }],
  ['idempotency_records', { resource: 'purchases', key: 'x'.repeat(255) }],
]

test.each(accepted)('the constraints of %s accept %o', async (table, changes) => {
  expect(await tryWork(() => insert(table, { ...validRows[table], ...changes }))).toBe('accepted')
})

test('is_trimmed rejects exactly the characters that the contract trims', async () => {
  const { rows } = await client.query<{ code: number }>(
    `SELECT code FROM generate_series(1, 65535) AS code
     WHERE code NOT BETWEEN 55296 AND 57343
       AND NOT (is_trimmed(chr(code) || 'a') AND is_trimmed('a' || chr(code)))`,
  )
  const codes = Array.from({ length: 65_536 }, (_, code) => code)
  const trimmed = codes.filter((code) => String.fromCodePoint(code).trim() === '')
  expect(rows.map(({ code }) => code)).toEqual(trimmed)
})

test('an e-mail is unique among the accounts that are not removed', async () => {
  const again = () => insert('users', validRows.users)
  expect(await tryWork(again)).toEqual(violationOf('users_email_unique_while_not_removed'))
  const afterRemoval = async () => {
    await client.query('UPDATE users SET removed_at = now()')
    await again()
  }
  expect(await tryWork(afterRemoval)).toBe('accepted')
})

test('code_key compares codes as the browser does, and each spelling of a UPC-A is the same code', async () => {
  const random = fc.sample(
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789aZ -')), maxLength: 14 }),
    300,
  )
  const digits = fc.sample(
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 11, maxLength: 11 }),
    100,
  )
  const numbers = digits.flatMap((eleven) =>
    Array.from('0123456789').flatMap((last) => [`${eleven}${last}`, `0${eleven}${last}`]),
  )
  const { rows } = await client.query<{ code: string; key: string }>(
    'SELECT code, code_key(code) AS key FROM unnest($1::text[]) AS code',
    [['036000291452', '0036000291452', 'ABC-1', ...random, ...numbers]],
  )
  expect(rows.slice(0, 3).map(({ key }) => key)).toEqual([
    '0036000291452',
    '0036000291452',
    'abc-1',
  ])
  const keys = new Map(rows.map(({ code, key }) => [code, key]))
  for (const { code, key } of rows) {
    const [own, ...others] = codeForms(code)
    expect({ code, key }).toEqual({ code, key: own })
    for (const other of others) expect(keys.get(other) ?? own).toBe(own)
  }
})

test('a code is unique without case among the products that are not deleted', async () => {
  const add = (code: string | null) => insert('products', { ...validRows.products, code })
  const taken = violationOf('products_code_unique_while_not_deleted')
  for (const [first, second] of [
    ['AB-1', 'ab-1'],
    ['036000291452', '0036000291452'],
    ['0036000291452', '036000291452'],
  ] as const) {
    const twice = async () => {
      await add(first)
      await add(second)
    }
    expect(await tryWork(twice)).toEqual(taken)
    const afterDeletion = async () => {
      await add(first)
      await client.query(
        'UPDATE products SET deleted_at = now(), deleted_by_id = 1, deletion_batch = gen_random_uuid()',
      )
      await add(second)
    }
    expect(await tryWork(afterDeletion)).toBe('accepted')
  }
  const different = async () => {
    for (const code of [null, null, '036000291453', '0036000291453']) await add(code)
  }
  expect(await tryWork(different)).toBe('accepted')
})

test('the ledger refuses a second movement for the same document, turn and product', async () => {
  for (const document of ['sale', 'purchase']) {
    const row = { ...validRows.stock_movements, [`${document}_id`]: 1, turn: 1 }
    const reversal = { ...row, reason: `${document}_deleted`, delta: document === 'sale' ? 2 : -2 }
    const twice = async () => {
      await insert('stock_movements', reversal)
      await insert('stock_movements', reversal)
    }
    expect(await tryWork(twice)).toEqual(
      violationOf(`stock_movements_${document}_id_product_id_turn_key`),
    )
  }
})

test('the ledger refuses a second opening movement of a product', async () => {
  const opening = { ...validRows.stock_movements, reason: 'opening' }
  const twice = async () => {
    await insert('stock_movements', opening)
    await insert('stock_movements', opening)
  }
  expect(await tryWork(twice)).toEqual(violationOf('stock_movements_one_opening_per_product'))
})

test.each([
  ['UPDATE', 'UPDATE stock_movements SET delta = 6'],
  ['UPDATE', 'UPDATE stock_movements SET delta = 6 WHERE id = -1'],
  ['DELETE', 'DELETE FROM stock_movements'],
  ['DELETE', 'DELETE FROM stock_movements WHERE id = -1'],
  ['TRUNCATE', 'TRUNCATE stock_movements'],
  // @holds decision 8.4
])('the stock ledger refuses %s by "%s"', async (operation, sql) => {
  expect(await tryWork(() => client.query(sql))).toEqual(
    expect.objectContaining({
      message: `The stock ledger is append-only: ${operation} on stock_movements is refused.`,
      code: '23001',
      constraint: 'stock_movements_append_only',
    }),
  )
})

test.each([
  `UPDATE day_sheets SET remark = 'x'`,
  'DELETE FROM day_sheets WHERE id = -1',
  'TRUNCATE day_sheets',
])('the cash counts refuse to change by "%s"', async (sql) => {
  expect(await tryWork(() => client.query(sql))).toEqual(violationOf('day_sheets_append_only'))
})

test.each(['UPDATE products SET id = 9 WHERE id = 1', 'TRUNCATE products CASCADE'])(
  'the ledger and the document lines survive a change of their product by "%s"',
  async (sql) => {
    expect(await tryWork(() => client.query(sql))).toMatchObject({ code: '23001' })
  },
)

test.each([
  'UPDATE products SET stock = 6',
  'UPDATE products SET stock = stock + 1 WHERE id = 1',
  `INSERT INTO products (name, price, cost, stock, category_id) VALUES ('Tea', 1, 1, 7, 1)`,
  // @holds decision 8.4
])('the database refuses to change a stock by "%s"', async (sql) => {
  expect(await tryWork(() => client.query(sql))).toEqual(
    expect.objectContaining({ code: '23001', constraint: 'products_stock_by_ledger_alone' }),
  )
})

test('a movement changes the stock of its product and stores the balance', async () => {
  const { rows } = await client.query(
    `SELECT stock, delta, balance FROM products JOIN stock_movements ON product_id = products.id`,
  )
  expect(rows).toEqual([{ stock: 5, delta: 5, balance: 5 }])
})

test.each(['sale_lines', 'return_lines', 'purchase_lines'])(
  'the database refuses to change or delete rows of %s',
  async (table) => {
    for (const sql of [
      `UPDATE ${table} SET quantity = 1`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ]) {
      expect(await tryWork(() => client.query(sql))).toEqual(violationOf(`${table}_never_change`))
    }
  },
)

test('the database refuses to delete records that other records refer to', async () => {
  for (const table of ['users', 'customers', 'suppliers', 'categories', 'sales', 'purchases']) {
    expect(await tryWork(() => client.query(`DELETE FROM ${table}`))).toMatchObject({
      code: expect.stringMatching(/^23(001|503)$/),
    })
  }
})
