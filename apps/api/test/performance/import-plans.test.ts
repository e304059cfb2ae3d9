import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitImport } from '#src/modules/imports/import-commit'
import type { RunningImport } from '#src/modules/imports/import-jobs'
import { undoImport } from '#src/modules/imports/import-undo'
import { inLongTransaction } from '#src/modules/imports/long-transaction'
import {
  type ExecutedStatement,
  stopAutovacuum,
  watchPlans,
} from '#test/support/database/query-plans'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
let watched: Awaited<ReturnType<typeof watchPlans>>
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
  await stopAutovacuum(api.pool)
  watched = await watchPlans(api.databaseUrl, 'force_custom_plan')
})
afterAll(async () => {
  await watched.close()
  await api.stop()
})

const count = 500

/** Each product has a category of its own. */
function writeFile(price: number): string {
  const rows = Array.from({ length: count }, (_, n) => `Cup ${n},C${n},Shelf ${n},2,${price},12\n`)
  return `Product Name,Code,Category,Cost,Price,Stock\n${rows.join('')}`
}

async function preparePrice(price: number): Promise<RunningImport> {
  const { id } = await client.upload('products', writeFile(price))
  await client.preview(id, { options: { createCategories: true } })
  const { rows } = await api.pool.query<Omit<RunningImport, 'userId' | 'timeZone' | 'advance'>>(
    'select id, resource, options, total, last_record_id as "lastRecordId" from imports where id = $1',
    [id],
  )
  if (!rows[0]) throw new Error('The import is missing.')
  return { ...rows[0], userId: shop.user.id, timeZone: 'UTC', advance: () => {} }
}

const run = (step: typeof commitImport | typeof undoImport, job: RunningImport) => (pool: Pool) =>
  inLongTransaction<unknown>(pool, (connection) => step(connection, job))

/** The plan nodes that read more rows than a few times all products. */
const findWaste = (statements: ExecutedStatement[]) =>
  statements.flatMap(({ text, nodes }) =>
    nodes
      .map(({ type, table, rows, dropped, loops }) => ({
        type,
        table,
        read: (rows + dropped) * loops,
      }))
      .filter(({ read }) => read > 10 * count)
      .map((node) => ({ ...node, text })),
  )

test('an import and its undo read each record a few times, also if the statistics are from a moment when all were deleted @long', async () => {
  const { token } = shop
  for (const id of shop.products) await api.call(`/products/${id}`, { method: 'DELETE', token })
  const first = await preparePrice(3)
  await run(commitImport, first)(api.pool)
  await run(undoImport, first)(api.pool)
  await api.pool.query('analyze')

  const { rows } = await api.pool.query('select from products where deleted_at is null')
  expect(rows).toHaveLength(0)

  const again = await preparePrice(3)
  const added = await watched.watch(run(commitImport, again))
  expect(added.length).toBeGreaterThan(10 * count)
  const changes = await preparePrice(4)
  await api.pool.query('analyze import_plans')
  const changed = await watched.watch(run(commitImport, changes))
  await api.pool.query('analyze import_changes')
  const changedBack = await watched.watch(run(undoImport, changes))
  const deleted = await watched.watch(run(undoImport, again))
  expect([added, changed, changedBack, deleted].map(findWaste)).toEqual([[], [], [], []])
  expect(Object.values(await shop.stock())).toHaveLength(3 + 2 * count)
})
