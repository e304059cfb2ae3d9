import { expect, test } from 'vitest'

import { reset } from './reset'
import { seed } from './seed'
import { tableNames } from './tables'
import { fingerprint } from './testing/fingerprint'
import { withDatabase } from './testing/with-database'

const options = { profile: 'e2e', today: '2026-11-21', timeZone: 'UTC' } as const

test('empties every table but the record of migrations, ready for the same seed', async () => {
  await withDatabase(async (client) => {
    await client.query('create table _prisma_migrations as select 1 as kept')
    await seed(client, options)
    await client.query(`insert into idempotency_records
      (user_id, resource, key, request_hash, document_id) values (1, 'sales', 'key', sha256('body'), 1)`)
    const before = await fingerprint(client)
    await reset(client)
    const full: string[] = []
    for (const table of [...tableNames, 'idempotency_records', 'login_throttle']) {
      if ((await client.query(`select from ${table}`)).rowCount) full.push(table)
    }
    expect(full).toEqual([])
    expect((await client.query('select from _prisma_migrations')).rowCount).toBe(1)
    await seed(client, options)
    expect(await fingerprint(client)).toEqual(before)
  })
})

test('starts ids anew and leaves the ledger guarded', async () => {
  await withDatabase(async (client) => {
    await seed(client, options)
    await reset(client)
    const { rows } = await client.query(`insert into customers (name) values ('New') returning id`)
    expect(rows).toEqual([{ id: 1 }])
    await expect(client.query('truncate stock_movements')).rejects.toThrow('append-only')
  })
})
