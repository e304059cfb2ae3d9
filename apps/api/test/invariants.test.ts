import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listInvariants } from '@/database/list-invariants'
import { readBrokenInvariants } from '@/database/read-broken-invariants'
import { purchaseKind, saleKind } from './documents'
import { reportCalls } from './report-calls'
import { onServer } from './server'
import { startTestApi, type TestApi } from './test-api'
import { openTestShop } from './test-shop'
import { createUser } from './test-users'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await fillShop()
})
afterAll(() => api.stop())

/** Everything that a rule speaks of has happened in it once. */
async function fillShop(): Promise<void> {
  const shop = await openTestShop(api)
  const { sell, buy, remove, restore } = reportCalls(api, shop)
  const [tea, rice, oil] = shop.products
  const day = '2026-11-21'
  await createUser(api.pool)
  await sell(day, [{ productId: tea, quantity: 2 }, { productId: tea }, { productId: rice }])
  await sell(day, [{ productId: tea, quantity: 4 }], { discount: 20, totalAmount: 0 })
  const gone = await sell('2026-10-01', [{ productId: rice, quantity: 2 }])
  const restored = await sell('2026-11-01', [{ productId: rice, quantity: 3 }])
  const returned = await buy('2026-10-31', [{ productId: oil }, { productId: rice }])
  await remove(`/sales/${gone}`)
  await remove(`/purchases/${returned}`)
  for (let time = 0; time < 2; time += 1) {
    await remove(`/sales/${restored}`)
    await restore('sales', [restored])
  }
  await api.pool.query(`
    insert into stock_movements (product_id, delta, reason, user_id) values (${oil}, -7, 'adjustment', 1);
    select fold_changes()`)
  for (const kind of [saleKind, purchaseKind]) {
    const body = kind.body(shop, [{ productId: oil, quantity: 5 }])
    const headers = { 'Idempotency-Key': 'the-key' }
    expect((await api.call(`/${kind.path}`, { token: shop.token, body, headers })).status).toBe(201)
  }
  await remove(`/suppliers/${shop.supplierId}`)
}

/** What is broken after a change past Stockie, which no trigger, rule or key stops and which is taken back. */
async function breakBy(sql: string) {
  return onServer(api.line.url, async (client) => {
    await client.query(`begin; set local session_replication_role = replica; ${sql}`)
    const broken = await readBrokenInvariants(client)
    await client.query('rollback')
    return broken.map(({ name, count, rows }) => ({ name, count, row: rows[0] }))
  })
}

const onShop = <Result>(work: (client: Client) => Promise<Result>) => onServer(api.line.url, work)

const breaches: [name: string, sql: string, row: object, count?: number][] = [
  [
    'inv_stock_ledger',
    'update products set stock = stock + 7 where id = 1',
    { product_id: 1, name: 'Tea', stock: 100, ledger_stock: 93 },
  ],
  [
    'inv_stock_balances',
    'update stock_movements set balance = balance + 1 where sale_id = 1 and product_id = 1',
    { product_id: 1, balance: 98, moved_so_far: 97 },
  ],
  [
    'inv_stock_lines',
    // What sales 1 and 2 took, each for the other: the ledger adds up all the same.
    `update stock_movements set delta = -7 - delta, balance = balance - (sale_id = 1)::integer
     where product_id = 1 and sale_id in (1, 2)`,
    { source: 'sales', document_id: 1, product_id: 1, due: -3, moved: -4 },
    2,
  ],
  [
    'inv_stock_turns',
    'update sales set turn = 2 where id = 2',
    { source: 'sales', document_id: 2, product_id: 1, turn: 2, movements: 0, moved_at_first: -4 },
  ],
  [
    'inv_stock_turns',
    // A reversal that takes back another piece, and the next that gives it: nothing else can tell.
    `update stock_movements set delta = delta + (case turn when 1 then 1 else -1 end),
       balance = balance + (turn = 1)::integer
     where sale_id = 4 and turn in (1, 2)`,
    { source: 'sales', document_id: 4, least_moved_later: -4, most_moved_later: -3 },
  ],
  [
    'inv_totals_lines',
    `alter table sale_lines drop constraint sale_lines_total_is_price_times_quantity;
     update sale_lines set total = total + 1 where id = 1`,
    { source: 'sales', document_id: 1, line_id: 1, total: 7, due: 6 },
  ],
  [
    'inv_totals_documents',
    'update sales set subtotal = subtotal + 1, discount = discount + 1 where id = 1',
    { source: 'sales', document_id: 1, total: 13, lines: 12 },
  ],
  [
    'inv_totals_sales',
    `alter table sales drop constraint sales_total_amount_adds_up;
     update sales set discount = discount + 1 where id = 1`,
    { sale_id: 1, total_amount: 12, due: 11 },
  ],
  [
    'inv_totals_days',
    `update changes set amount = amount + 1 where source = 'purchases' and document_id is not null`,
    { source: 'purchases', day: '2026-11-21', posted: 16, due: 15 },
  ],
  [
    'inv_totals_months',
    `update product_months set units_sold = units_sold + 1 where month = '2026-11-01' and product_id = 1`,
    { month: '2026-11-01', product_id: 1, units_sold: 8, units_sold_due: 7 },
  ],
  [
    'inv_records_lines',
    `set local session_replication_role = origin;
     insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
     values ('2026-11-21', 1, 'Ada', 5, 5, 1)`,
    { source: 'sales', total: 5 },
  ],
  [
    'inv_records_keys',
    `update idempotency_records set document_id = 999 where resource = 'sales'`,
    { source: 'sales', document_id: 999, user_id: 1, key: 'the-key' },
  ],
  [
    'inv_records_keys',
    `insert into idempotency_records (user_id, resource, key, request_hash, document_id)
     select user_id, resource, 'another', request_hash, document_id from idempotency_records
     where resource = 'sales'`,
    { source: 'sales', document_id: 5, keys: 2 },
  ],
  [
    'inv_records_marks',
    `alter table customers drop constraint customers_deletion_marks_all_or_none;
     update customers set deleted_at = now() where id = 1`,
    { source: 'customers', record_id: 1, deleted_by_id: null },
  ],
  [
    'inv_records_actors',
    'update suppliers set deleted_by_id = 999 where id = 1',
    { source: 'suppliers', record_id: 1, user_id: 999 },
  ],
  [
    'inv_records_ledger',
    'update stock_movements set user_id = 2 where sale_id = 2',
    { source: 'sales', document_id: 2, turn: 0, user_id: 2, due_user_id: 1 },
  ],
  [
    'inv_records_ledger',
    'update sales set deleted_by_id = 2 where id = 3',
    { source: 'sales', document_id: 3, turn: 1, user_id: 1, due_user_id: 2 },
  ],
]

test('nothing is broken in a shop in which everything has happened once', async () => {
  expect(await onShop((client) => readBrokenInvariants(client))).toEqual([])
})

test.each(breaches)('%s alone speaks after "%s"', async (name, sql, row, count = 1) => {
  expect(await breakBy(sql)).toEqual([{ name, count, row: expect.objectContaining(row) }])
})

test('every invariant was broken here, and says in a sentence what is true', async () => {
  const invariants = await onShop(listInvariants)
  const names = new Set(breaches.map(([name]) => name))
  expect(invariants.map(({ name }) => name).toSorted()).toEqual([...names].toSorted())
  for (const { name, rule } of invariants) {
    expect({ name, rule }).toEqual({ name, rule: expect.stringMatching(/^[A-Z].*\.$/) })
  }
})

test('of many breaches some are shown, and all are counted', async () => {
  const [broken] = await onShop(async (client) => {
    await client.query('begin; set local session_replication_role = replica')
    await client.query('update stock_movements set user_id = 999')
    const all = await readBrokenInvariants(client)
    await client.query('rollback')
    return all.filter(({ name }) => name === 'inv_records_actors')
  })
  expect(broken?.rows).toHaveLength(3)
  expect(broken?.count).toBeGreaterThan(10)
})

test('a database without invariants does not pass for one in health', async () => {
  await onShop(async (client) => {
    await client.query('begin; create schema older; set local search_path = older')
    await expect(readBrokenInvariants(client)).rejects.toThrow('is an older one')
    await client.query('rollback')
  })
})
