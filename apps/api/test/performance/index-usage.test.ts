import { purchases, sales } from '@stockie/contracts'
import type { Pool } from 'pg'
import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '#src/database/pool/single-client'
import type { CachedParts } from '#src/database/sql/list-body'
import { createListReader, runOnPrimary } from '#src/database/sql/list-reader'
import { createRowReader } from '#src/database/sql/row-reader'
import { partyHistoryQuery, partySummaryQuery, productHistoryQuery } from '#src/modules/histories'
import {
  productLinesQuery,
  productSummaryQuery,
  stockMovementsQuery,
} from '#src/modules/products/product-reports'
import { createPurchases } from '#src/modules/purchases'
import {
  dailyTotalsQuery,
  marginQuery,
  profitSummaryQuery,
  salesBreakdownQuery,
} from '#src/modules/reports'
import { createSales } from '#src/modules/sales'
import { adjustmentSummaryQuery } from '#src/modules/stock'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { type ExecutedStatement, watchPlans } from '#test/support/database/query-plans'

const today = '2026-11-21'
const month = { startDate: '2026-10-01', endDate: '2026-10-31' }

let database: TestDatabase
/** A customer with several sales, and the last of them. */
let regular = { customer: 0, newest: 0 }
let owner = { userId: 1, version: 0, session: Buffer.alloc(32) }
beforeAll(async () => {
  database = await createTestDatabase()
  const client = await connectClient(database.url)
  await seed(client, { profile: 'bench', sales: 8000, products: 2000, today, timeZone: 'UTC' })
  // The seed has few purchases. These additional ones have no lines and are in no total.
  await client.query(`
    set session_replication_role = replica;
    insert into purchases (purchase_date, supplier_id, supplier_name, total_amount, created_by_id)
      select purchase_date, supplier_id, supplier_name, total_amount, created_by_id
      from purchases, generate_series(1, 20);
    analyze purchases`)
  const { rows } = await client.query<{ version: number }>(
    'select token_version as version from users where id = 1',
  )
  owner = { ...owner, ...rows[0] }
  const { rows: regulars } = await client.query<typeof regular>(
    'select customer_id as customer, max(id) as newest from sales group by 1 order by count(*) desc limit 1',
  )
  regular = { ...regular, ...regulars[0] }
  await client.end()
})
afterAll(() => database.drop())

const largeTables = [
  'sales',
  'sale_lines',
  'purchases',
  'purchase_lines',
  'stock_movements',
  'products',
]
const nodesOnLargeTables = ({ text, nodes }: ExecutedStatement) =>
  nodes.filter(({ table = '' }) => largeTables.includes(table)).map((node) => ({ ...node, text }))
/** Finds the sequential scans of large tables. */
const findFullScans = (watched: ExecutedStatement[]) =>
  watched.flatMap(nodesOnLargeTables).filter(({ type }) => type === 'Seq Scan')
/** The most rows that one plan node read from a large table. */
const maxRowsRead = (watched: ExecutedStatement[]) =>
  Math.max(...watched.flatMap(nodesOnLargeTables).map(({ rows, loops }) => rows * loops))

const line = { price: 3, quantity: 1, total: 3 }
const lines = [11, 700, 1500].map((productId) => ({ productId, ...line }))
const totals = { totalAmount: 9, remark: '' }
const sale = sales.input.parse({
  ...totals,
  customerId: 1,
  saleDate: today,
  discount: 0,
  shippingFees: 0,
  saleDetails: lines,
})
const purchase = purchases.input.parse({
  ...totals,
  supplierId: 1,
  purchaseDate: today,
  purchaseDetails: lines,
})

const planModes = ['force_custom_plan', 'force_generic_plan'] as const
async function expectIndexedWrites(planning: (typeof planModes)[number]): Promise<void> {
  const { watch, close } = await watchPlans(database.url, planning)
  const ids = Array.from({ length: 500 }, (_, index) => index + 1)
  for (const create of [createSales, createPurchases]) {
    await watch((pool) => create({ pool }).remove(ids, 1))
    await watch((pool) => create({ pool }).restore(ids, 1))
  }

  const watched = await watch(async (pool) => {
    const [ofSales, ofPurchases] = [createSales({ pool }), createPurchases({ pool })]
    const sold = await ofSales.record(sale, owner, planning)
    const { saleId }: { saleId: number } = JSON.parse(sold.document ?? '')
    const bought = await ofPurchases.record(purchase, owner, planning)
    const { purchaseId }: { purchaseId: number } = JSON.parse(bought.document ?? '')
    for (const [{ remove, findBatch, restore }, id] of [
      [ofSales, saleId],
      [ofPurchases, purchaseId],
    ] as const) {
      const { batch, ...removed } = await remove([id], 1)
      expect(removed).toEqual({ records: 1, rows: 4 })
      expect(await findBatch(batch ?? '')).toEqual([id])
      expect(await restore([id], 1, batch ?? '')).toEqual({ records: 1, rows: 4 })
    }
  })
  await close()
  // These include the statements of triggers.
  expect(watched.filter(({ text }) => text.startsWith('UPDATE products'))).toHaveLength(6)
  expect(findFullScans(watched)).toEqual([])
  expect(maxRowsRead(watched)).toBeLessThan(20)
}

test.each(['force_generic_plan'] as const)(
  'documents are recorded, deleted and restored by index, also after bulk changes (%s)',
  expectIndexedWrites,
)

test.each(['force_custom_plan'] as const)(
  'documents are recorded, deleted and restored by index, also after bulk changes (%s) @long',
  expectIndexedWrites,
)

test.each(planModes)(
  'a fold finds the lines of pending documents by index (%s)',
  async (planning) => {
    const { watch, close } = await watchPlans(database.url, planning)
    const watched = await watch(async (pool) => {
      await createSales({ pool }).record(sale, owner, `${planning} to fold`)
      await createPurchases({ pool }).record(purchase, owner, `${planning} to fold`)
      await pool.query('select fold_changes()')
    })
    await close()
    const folds = watched.filter(({ text }) => text.includes('INSERT INTO product_months'))
    expect(folds.flatMap(nodesOnLargeTables).map(({ table }) => table)).toContain('purchase_lines')
    expect(findFullScans(folds)).toEqual([])
    expect(maxRowsRead(folds)).toBeLessThan(20)
  },
)

test.each(planModes)(
  'lists and reports find sales, lines and movements by index (%s)',
  async (planning) => {
    const { watch, close } = await watchPlans(database.url, planning)
    const watched = await watch(async (pool) => {
      const caller = { ...owner, roles: [1], known: [] }
      const readList = createListReader(runOnPrimary(pool))
      const { list, find } = createSales({ pool })
      for (const query of [
        list({ startDate: today, endDate: today }),
        list(month),
        list({ ...month, lines: 'none' }),
        find(1),
        dailyTotalsQuery(month, 'UTC'),
        salesBreakdownQuery(month),
        marginQuery(month),
        marginQuery({ startDate: today, endDate: today }),
        productSummaryQuery({ ...month, top: 8 }, 'UTC'),
        productLinesQuery(700, month),
        productLinesQuery(700, {}),
        stockMovementsQuery(700, { page: 2, pageSize: 10 }),
        partyHistoryQuery('sale', 1, { pageSize: 50 }),
        partyHistoryQuery('sale', regular.customer, { before: regular.newest, pageSize: 50 }),
        partyHistoryQuery('purchase', 1, { pageSize: 50 }),
        partySummaryQuery('sale', 1, today),
        productHistoryQuery(700, { kind: 'sale', pageSize: 50 }),
        productHistoryQuery(700, { kind: 'purchase', pageSize: 50 }),
      ]) {
        expect(String((await readList(query, caller)).body)).toContain('{')
      }
      const profit = await createRowReader(runOnPrimary(pool))(
        profitSummaryQuery(month, 'UTC'),
        caller,
      )
      expect(profit.body).toContain('{')
      // This report shows every product, so it may scan that table.
      const { body } = await readList(productSummaryQuery(month, 'UTC'), caller)
      expect(JSON.parse(String(body))).toHaveLength(2000)
    })
    await close()
    expect(watched.length).toBeGreaterThan(8)
    expect(findFullScans(watched).filter(({ table }) => table !== 'products')).toEqual([])
  },
)

test.each(planModes)(
  'a cached list reads only the lines of changed days, by index (%s)',
  async (planning) => {
    const { watch, close } = await watchPlans(database.url, planning)
    for (const [create, write] of [
      [createSales, `update sales set remark = $1 where sale_date = '2026-10-15'`],
      [createPurchases, `update purchases set remark = $1 where purchase_date = '2026-10-15'`],
    ] as const) {
      let cached: CachedParts | undefined
      const read = (pool: Pool) =>
        createListReader(runOnPrimary(pool))(
          create({ pool }).list(month),
          { ...owner, roles: [1], known: [] },
          { cached },
        )
      await watch(async (pool) => {
        cached = (await read(pool)).parts
        await pool.query(write, [planning])
      })
      const watched = await watch(read)
      expect(findFullScans(watched)).toEqual([])
      expect(watched.flatMap(nodesOnLargeTables)).toHaveLength(2)
      expect(maxRowsRead(watched)).toBeLessThan(100)
    }
    await close()
  },
)

test.each(planModes)(
  'the summary of adjustments reads no other movement (%s)',
  async (planning) => {
    const { watch, close } = await watchPlans(database.url, planning)
    const watched = await watch(async (pool) => {
      await pool.query(
        `insert into stock_movements (product_id, delta, reason, adjustment_reason, unit_cost, user_id)
         select id, -1, 'adjustment', 'lost', cost, 1 from products where id <= 5 order by id`,
      )
      const readList = createListReader(runOnPrimary(pool))
      for (const query of [{}, month, { productId: 3 }, { ...month, productId: 3 }]) {
        const caller = { ...owner, roles: [1], known: [] }
        await readList(adjustmentSummaryQuery(query, 'UTC'), caller)
      }
    })
    await close()
    const summaries = watched.filter(({ text }) => text.includes('unitsAdded'))
    expect(summaries).toHaveLength(4)
    expect(findFullScans(summaries)).toEqual([])
    expect(maxRowsRead(summaries)).toBeLessThan(20)
  },
)
