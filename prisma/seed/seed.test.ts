import { compare } from 'bcryptjs'
import type { ClientBase } from 'pg'
import { describe, expect, test } from 'vitest'

import { seedPassword } from './accounts'
import { seed, type SeedOptions } from './seed'
import { findBrokenRules } from './testing/shop-rules'
import { hashTables } from './testing/seeded-contents'
import { withMigratedDatabase } from './testing/migrated-database'

const today = '2026-11-21'
const timeZone = 'Europe/Berlin'

function describeProfile(profile: SeedOptions) {
  const options = { ...profile, today, timeZone }

  test('breaks no rule of stock and documents', async () => {
    await withMigratedDatabase(async (client) => {
      await seed(client, options)
      expect(await findBrokenRules(client)).toEqual({})
      expect(await countOf(client, `stock_movements where reason = 'purchase'`)).toBeGreaterThan(0)
    })
  })

  test('writes the same data for the same day in every client time zone', async () => {
    const first = await withMigratedDatabase(async (client) => {
      await seed(client, options)
      return hashTables(client)
    })
    const second = await withMigratedDatabase(async (client) => {
      await client.query(`set timezone = 'Asia/Kolkata'`)
      await seed(client, options)
      return hashTables(client)
    })
    expect(second).toEqual(first)
  })
}

describe.each<SeedOptions>([{ profile: 'e2e' }])('the seed profile $profile', (profile) => {
  describeProfile(profile)
})

describe.each<SeedOptions>([
  { profile: 'demo' },
  { profile: 'bench', sales: 2_000, products: 100 },
])('the seed profile $profile @long', (profile) => {
  describeProfile(profile)
})

const demo = { profile: 'demo', today } as const

async function failHalfway(client: ClientBase) {
  const onProgress = () => {
    throw new Error('stopped')
  }
  await expect(seed(client, { ...demo, onProgress })).rejects.toThrow('stopped')
}

test('a seed that fails halfway leaves no rows and can run again @long', async () => {
  await withMigratedDatabase(async (client) => {
    await failHalfway(client)
    expect(await countOf(client, 'users')).toBe(0)
    await seed(client, demo)
    expect(await countOf(client, 'users')).toBe(4)
  })
})

test('a seed checks foreign keys by primary key even after a failed seed left dead rows @long', async () => {
  await withMigratedDatabase(async (client) => {
    await failHalfway(client)
    // Autovacuum does this sooner or later. The planner now believes that the tables are empty.
    await client.query('analyze')
    await seed(client, demo)
    await client.query('select pg_stat_force_next_flush()')
    expect(
      await countOf(
        client,
        `pg_stat_user_indexes where relname in ('sales', 'purchases', 'products')
          and indexrelname not like '%_pkey' and idx_scan > 100`,
      ),
    ).toBe(0)
  })
})

// @holds decision 2.6
test('a seed refuses a database with accounts and leaves it unchanged', async () => {
  await withMigratedDatabase(async (client) => {
    await seed(client, { profile: 'e2e', today })
    const before = await hashTables(client)
    await expect(seed(client, { profile: 'demo', today })).rejects.toThrow(
      'Only a database without accounts can be seeded.',
    )
    expect(await hashTables(client)).toEqual(before)
  })
})

// @holds decision 3.1
test('a seed creates four accounts with roles 1 to 4 and the same password @long', async () => {
  await withMigratedDatabase(async (client) => {
    await seed(client, { profile: 'e2e', today })
    const { rows } = await client.query<{ email: string; role: number; password_hash: string }>(
      'select email, role, password_hash from users order by id',
    )
    expect(rows.map(({ email, role }) => `${role} ${email}`)).toEqual([
      '1 owner@stockie.test',
      '2 manager@stockie.test',
      '3 cashier@stockie.test',
      '4 blocked@stockie.test',
    ])
    for (const { password_hash: hash } of rows) {
      expect(hash.startsWith('$2b$12$')).toBe(true)
      expect(await compare(seedPassword, hash)).toBe(true)
    }
  })
})

test('ids continue after the last id of the seed', async () => {
  await withMigratedDatabase(async (client) => {
    await seed(client, { profile: 'e2e', today })
    const { rows } = await client.query(`insert into customers (name) values ('New') returning id`)
    expect(rows).toEqual([{ id: 15 }])
  })
})

test("a seed without a day uses the current day in the shop's time zone", async () => {
  await withMigratedDatabase(async (client) => {
    const { rows: started } = await client.query<{ at: Date }>('select now() as at')
    await seed(client, { profile: 'e2e', timeZone: 'Pacific/Kiritimati' })
    // Zones 25 hours apart never share a day. A day may end while the seed runs.
    const { rows } = await client.query(
      `select max(sale_date) between ($1::timestamptz at time zone 'Pacific/Kiritimati')::date
                and (now() at time zone 'Pacific/Kiritimati')::date as in_shop_zone,
              max(sale_date) = (now() at time zone 'Pacific/Pago_Pago')::date as in_other_zone from sales`,
      [started[0]?.at],
    )
    expect(rows).toEqual([{ in_shop_zone: true, in_other_zone: false }])
  })
})

async function countOf(client: ClientBase, rows: string): Promise<number> {
  const found = await client.query<{ count: number }>(`select count(*)::int from ${rows}`)
  return found.rows[0]?.count ?? Number.NaN
}
