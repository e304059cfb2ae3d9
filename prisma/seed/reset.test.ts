import { expect, test } from 'vitest'

import { inTransaction, reset, seed } from './seed'
import { hashTables } from './testing/seeded-contents'
import { withMigratedDatabase } from './testing/migrated-database'

const options = { profile: 'e2e', today: '2026-11-21', timeZone: 'UTC' } as const

test('reset empties every table except the migration history and allows the same seed again', async () => {
  await withMigratedDatabase(async (client) => {
    const history = 'select * from _prisma_migrations order by id'
    const { rows: migrations } = await client.query(history)
    await seed(client, options)
    await client.query(`insert into idempotency_records
      (user_id, resource, key, request_hash, document_id) values (1, 'sales', 'key', sha256('body'), 1)`)
    const before = await hashTables(client)
    await client.query(`update customers set name = 'Changed'`)
    await seed(client, { ...options, reset: true })
    expect(await hashTables(client)).toEqual(before)
    expect(migrations).not.toEqual([])
    expect((await client.query(history)).rows).toEqual(migrations)
    expect((await client.query('select from idempotency_records')).rowCount).toBe(0)
  })
})

test('reset is rolled back with its triggers if the seed after it fails @long', async () => {
  await withMigratedDatabase(async (client) => {
    await seed(client, options)
    const before = await hashTables(client)
    const failOnProgress = () => {
      throw new Error('Stopped half way.')
    }
    const bench = { profile: 'bench', sales: 100, products: 10 } as const
    const failedSeed = seed(client, {
      ...options,
      ...bench,
      reset: true,
      onProgress: failOnProgress,
    })
    await expect(failedSeed).rejects.toThrow('Stopped half way.')
    expect(await hashTables(client)).toEqual(before)
    await expect(client.query('truncate stock_movements')).rejects.toThrow('append-only')
  })
})

test('reset restarts the ids and keeps the ledger append-only', async () => {
  await withMigratedDatabase(async (client) => {
    await seed(client, options)
    await inTransaction(client, () => reset(client))
    const { rows } = await client.query(`insert into customers (name) values ('New') returning id`)
    expect(rows).toEqual([{ id: 1 }])
    await expect(client.query('truncate stock_movements')).rejects.toThrow('append-only')
  })
})
