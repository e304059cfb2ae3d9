import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#src/database/pool/connect'
import type { ListQuery } from '#src/database/sql/list-query'
import { createListReader } from '#src/database/sql/list-reader'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'

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

const caller = { userId: 1, version: 0, session: Buffer.alloc(32), roles: [1], known: [] }

type Node = {
  'Node Type': string
  Strategy?: string
  Window?: string
  /** Set if the node runs apart from the one above. */
  'Subplan Name'?: string
  Plans?: Node[]
}

/** The nodes of a plan above the one that makes the chunks, and how many rows each window waits for. */
function findAboveChunks(node: Node, above: string[] = []): string[] | undefined {
  if (node.Strategy === 'Sorted') return above
  const window = /ROWS UNBOUNDED PRECEDING/.test(node.Window ?? '') ? ' of the rows so far' : ''
  const path = [...above, `${node['Node Type']}${window}`]
  for (const child of node.Plans ?? []) {
    if (child['Subplan Name'] !== undefined) continue
    const found = findAboveChunks(child, path)
    if (found) return found
  }
  return undefined
}

test.each<[string, Partial<ListQuery>]>([
  ['all rows', { text: 'select id from generate_series(1, 600) as id' }],
  [
    'a list by day',
    {
      text: `select current_date as day, id from generate_series(1, 600) as id`,
      sources: ['purchases'],
      parts: { day: 'day' },
    },
  ],
  [
    'products',
    {
      text: 'select id from products order by id',
      sources: ['products'],
      parts: { table: 'products', sources: ['products'] },
    },
  ],
])('PostgreSQL sends a chunk of %s before it makes the next', async (_name, list) => {
  const plans: Node[] = []
  const readList = createListReader(async ({ text, values }) => {
    const { rows } = await connection.pool.query<{ 'QUERY PLAN': string }>(
      `explain (format json) ${text}`,
      values,
    )
    plans.push(JSON.parse(rows[0]?.['QUERY PLAN'] ?? '')[0].Plan)
    return []
  })
  const reading = readList({ name: '', text: '', sources: ['customers'], ...list }, caller)
  await expect(reading).rejects.toThrow('at least one row')
  const waiting = ['Nested Loop', 'Subquery Scan', 'WindowAgg of the rows so far']
  const above = plans.flatMap((plan) => findAboveChunks(plan) ?? ['no chunks'])
  expect(above).toContain('WindowAgg of the rows so far')
  expect(above.filter((node) => !waiting.includes(node))).toEqual([])
})
