import { compare } from 'bcryptjs'
import type { ClientBase } from 'pg'
import { describe, expect, test } from 'vitest'

import { seedPassword } from './accounts'
import { seed, type SeedOptions } from './seed'
import { findBrokenRules } from './testing/shop-rules'
import { fingerprint } from './testing/database-contents'
import { withDatabase } from './testing/test-database'

const today = '2026-11-21'
const timeZone = 'Europe/Berlin'

describe.each<SeedOptions>([
  { profile: 'demo' },
  { profile: 'e2e' },
  { profile: 'bench', sales: 2_000, products: 100 },
])('the profile $profile', (profile) => {
  const options = { ...profile, today, timeZone }

  test('keeps every promise of stock and documents', async () => {
    await withDatabase(async (client) => {
      await seed(client, options)
      expect(await findBrokenRules(client)).toEqual({})
      expect(await countOf(client, `stock_movements where reason = 'purchase'`)).toBeGreaterThan(0)
    })
  })

  test('writes the same bytes for the same day, whatever zone the client is in', async () => {
    const first = await withDatabase(async (client) => {
      await seed(client, options)
      return fingerprint(client)
    })
    const second = await withDatabase(async (client) => {
      await client.query(`set timezone = 'Asia/Kolkata'`)
      await seed(client, options)
      return fingerprint(client)
    })
    expect(second).toEqual(first)
  })
})

test('leaves nothing behind when it stops half way, and seeds again', async () => {
  await withDatabase(async (client) => {
    const stop = () => {
      throw new Error('stopped')
    }
    const options = { profile: 'demo', today } as const
    await expect(seed(client, { ...options, onProgress: stop })).rejects.toThrow('stopped')
    expect(await countOf(client, 'users')).toBe(0)
    await seed(client, options)
    expect(await countOf(client, 'users')).toBe(4)
  })
})

test('checks keys by primary key, though a stopped seed left its dead rows behind', async () => {
  await withDatabase(async (client) => {
    const stop = () => {
      throw new Error('stopped')
    }
    const options = { profile: 'demo', today } as const
    await expect(seed(client, { ...options, onProgress: stop })).rejects.toThrow('stopped')
    // What autovacuum does sooner or later: from here on the planner takes the tables for empty.
    await client.query('analyze')
    await seed(client, options)
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
test('refuses a database that has accounts, and leaves it alone', async () => {
  await withDatabase(async (client) => {
    await seed(client, { profile: 'e2e', today })
    const before = await fingerprint(client)
    await expect(seed(client, { profile: 'demo', today })).rejects.toThrow(
      'Only a database without accounts can be seeded.',
    )
    expect(await fingerprint(client)).toEqual(before)
  })
})

// @holds decision 3.1
test('lets every account sign in with the one password, roles 1 to 4', async () => {
  await withDatabase(async (client) => {
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

test('lets ids go on where the seed stopped', async () => {
  await withDatabase(async (client) => {
    await seed(client, { profile: 'e2e', today })
    const { rows } = await client.query(`insert into customers (name) values ('New') returning id`)
    expect(rows).toEqual([{ id: 15 }])
  })
})

test('takes the day from the zone of the shop when none is given', async () => {
  await withDatabase(async (client) => {
    const { rows: begun } = await client.query<{ at: Date }>('select now() as at')
    await seed(client, { profile: 'e2e', timeZone: 'Pacific/Kiritimati' })
    // Zones 25 hours apart never share a day. One may end while the seed is at work.
    const { rows } = await client.query(
      `select max(sale_date) between ($1::timestamptz at time zone 'Pacific/Kiritimati')::date
                and (now() at time zone 'Pacific/Kiritimati')::date as here,
              max(sale_date) = (now() at time zone 'Pacific/Pago_Pago')::date as there from sales`,
      [begun[0]?.at],
    )
    expect(rows).toEqual([{ here: true, there: false }])
  })
})

async function countOf(client: ClientBase, rows: string): Promise<number> {
  const found = await client.query<{ count: number }>(`select count(*)::int from ${rows}`)
  return found.rows[0]?.count ?? Number.NaN
}
