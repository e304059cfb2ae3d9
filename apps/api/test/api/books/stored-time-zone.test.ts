import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { openProgram, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase } from '#test/support/database/test-database'

const program = openProgram()

test('a program that starts with another time zone stores it beside the closed day, without an activity @long', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  await withClient(url, (client) => client.query(`update books set closed_through = '2026-10-31'`))
  for (const zone of ['Asia/Kathmandu', 'Pacific/Niue', 'Pacific/Niue']) {
    const env = { ...(await serverEnv(url)), STORE_TIME_ZONE: zone }
    const { child, ended, waitForOutput } = program.start('main', { env })
    await waitForOutput('Stockie is at')
    child.kill()
    await ended
    const { rows } = await withClient(url, (client) =>
      client.query(
        `select to_char(closed_through, 'YYYY-MM-DD') as day, time_zone, version,
           (select count(*)::integer from activities where resource = 'books') as activities
         from books`,
      ),
    )
    expect(rows).toEqual([{ day: '2026-10-31', time_zone: zone, version: 2, activities: 1 }])
  }
})

test('a program that starts with another time zone waits for a long write of another one @long', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  await pool.query(`insert into expense_categories (name) values ('Rents')`)
  const writer = new pg.Client(url)
  await writer.connect()
  onTestFinished(() => writer.end())
  await writer.query('begin')
  await writer.query(`insert into expenses (name, amount, expense_category_id)
    select 'Rent', 1, id from expense_categories`)
  const env = { ...(await serverEnv(url)), STORE_TIME_ZONE: 'Asia/Kathmandu' }
  const { child, ended, waitForOutput } = program.start('main', { env })
  onTestFinished(() => void child.kill())
  const attempts = new Set<string>()
  const seen = vi.waitFor(async () => {
    const { rows } = await pool.query<{ at: string }>(
      `select query_start::text as at from pg_stat_activity
       where datname = current_database() and query like 'update books%' and wait_event_type = 'Lock'`,
    )
    for (const { at } of rows) attempts.add(at)
    expect(attempts.size).toBe(2)
  }, 30_000)
  expect(await Promise.race([seen, ended])).toBeUndefined()
  await writer.query('commit')
  await waitForOutput('Stockie is at')
  expect((await pool.query('select time_zone from books')).rows).toEqual([
    { time_zone: 'Asia/Kathmandu' },
  ])
  child.kill()
  await ended
})

test.each([
  ['Pacific/Kiritimati', 'Pacific/Niue'],
  ['Pacific/Niue', 'Pacific/Kiritimati'],
])(
  'no invariant breaks if the zone changes from %s to %s after an accepted expense',
  async (zone, next) => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    await withClient(url, async (client) => {
      const change = (to: string) => client.query('update books set time_zone = $1', [to])
      await change(zone)
      await client.query(`update books set closed_through = '2026-10-31';
        insert into expense_categories (name) values ('Rents')`)
      // Kiritimati is a day ahead of Niue, so the closed period of Niue has what is open in Kiritimati.
      await client.query(
        `insert into expenses (name, amount, expense_category_id, created_at)
         select 'Rent', 1, id, timestamp '2026-11-01 00:01' at time zone $1 from expense_categories`,
        [zone],
      )
      const isClosed = async () => {
        const { rows } = await client.query<{ closed: boolean }>(
          'select is_instant_closed(created_at) as closed from expenses',
        )
        return rows[0]?.closed
      }
      expect(await isClosed()).toBe(false)
      await change(next)
      expect(await isClosed()).toBe(zone === 'Pacific/Kiritimati')
      expect(await readBrokenInvariants(client)).toEqual([])
    })
  },
)
