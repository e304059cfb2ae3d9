import { stockCounts } from '@stockie/contracts'
import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '#src/database/pool/single-client'
import { createListReader, runOnPrimary } from '#src/database/sql/list-reader'
import { createStockCounts } from '#src/modules/stock-counts/stock-counts.service'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import {
  type ExecutedStatement,
  stopAutovacuum,
  watchPlans,
} from '#test/support/database/query-plans'

const products = 1000

let database: TestDatabase
let version = 0
beforeAll(async () => {
  database = await createTestDatabase()
  const client = await connectClient(database.url)
  const today = '2026-11-21'
  await seed(client, { profile: 'bench', sales: 8000, products, today, timeZone: 'UTC' })
  const { rows } = await client.query<{ version: number }>(
    'select token_version as version from users where id = 1',
  )
  version = rows[0]?.version ?? 0
  await client.end()
})
afterAll(() => database.drop())

/** Enters a number for every product of a count, which was counted before most of its sales. Every second lacks a piece. */
const countAll = `
  update stock_count_products as line
  set counted = greatest(first.balance, 1) - line.product_id % 2, entries = 1, began_stock = first.balance,
    stock = first.balance, counted_by_id = 1, counted_at = now(), movement_id = first.id
  from (select distinct on (product_id) * from stock_movements order by product_id, id) as first
  where line.count_id = $1 and first.product_id = line.product_id`

/** A statement for one product may read this many of its movements, and one for all products this many of each. */
const maxMovements = 10

/** The plan nodes that read the ledger as a whole, or too many movements of a product. */
const findWaste = (statements: ExecutedStatement[]) =>
  statements.flatMap(({ text, nodes }) => {
    const isRepeated = statements.filter((other) => other.text === text).length >= products / 2
    const limit = isRepeated ? maxMovements : maxMovements * products
    return nodes
      .filter(({ table }) => table === 'stock_movements')
      .filter(
        ({ type, rows, dropped, loops }) => type === 'Seq Scan' || (rows + dropped) * loops > limit,
      )
      .map((node) => ({ ...node, text }))
  })

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'a count of all products reads a few movements of each by index, also after a posted count (%s) @long',
  async (planning) => {
    const { watch, close } = await watchPlans(database.url, planning)
    const caller = { userId: 1, version, session: Buffer.alloc(32), roles: [1], known: [] }
    for (const name of ['first', 'second']) {
      let read = 0
      const statements = await watch(async (pool) => {
        const counts = createStockCounts({ pool })
        const readList = createListReader(runOnPrimary(pool))
        const answer = await counts.start(
          stockCounts.input.parse({ name, blind: false }),
          1,
          undefined,
        )
        const { id } = JSON.parse(answer) as { id: number }
        await pool.query(`/* by hand */ ${countAll}`, [id])
        await counts.enter(
          { countId: id, productId: 7, input: { counted: 3, mode: 'add' }, key: undefined },
          1,
        )
        await counts.take('finish', { id, posting: {} }, 1)
        for (const query of [counts.list({ page: 1, pageSize: 100 }), counts.read(id)]) {
          read += String((await readList(query, caller)).body).length
        }
        await counts.take('post', { id, posting: {} }, 1)
        await readList(counts.read(id), caller)
        if (name === 'second') await counts.take('undo', { id, posting: {} }, 1)
      })
      const own = statements.filter(({ text }) => !text.includes('/* by hand */'))
      expect(read).toBeGreaterThan(100 * products)
      expect(own.filter(({ text }) => text.includes('UPDATE stock_count_products'))).toHaveLength(1)
      expect(
        own.flatMap(({ nodes }) => nodes).some(({ table }) => table === 'stock_movements'),
      ).toBe(true)
      expect(findWaste(own)).toEqual([])
    }
    await close()
  },
)

test('a posting computes each product once, also if the statistics do not know the count', async () => {
  const { watch, close } = await watchPlans(database.url, 'force_custom_plan')
  const chosen = Array.from({ length: 100 }, (_, index) => index + 1)
  const statements = await watch(async (pool) => {
    await stopAutovacuum(pool)
    const counts = createStockCounts({ pool })
    const start = async (productIds: number[]) => {
      const input = stockCounts.input.parse({ productIds, blind: false })
      return JSON.parse(await counts.start(input, 1, undefined)) as { id: number }
    }
    for (const id of chosen.slice(0, 3)) await start([id])
    await pool.query('analyze stock_count_products')
    const { id } = await start(chosen)
    await pool.query(countAll, [id])
    await pool.query(
      `update stock_counts set state = 'finished', finished_at = now(), finished_by_id = 1 where id = $1`,
      [id],
    )
    await pool.query('select post_stock_count($1, 1)', [id])
  })
  await close()
  const reads = statements.filter(({ nodes }) =>
    nodes.some(({ type, table }) => table === 'stock_movements' && type !== 'ModifyTable'),
  )
  // The correction of each product, and the balance of its movement.
  expect(reads.length).toBeLessThan(3 * chosen.length)
})
