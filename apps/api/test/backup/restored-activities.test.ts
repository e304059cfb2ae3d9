import { expect, test } from 'vitest'
import { readMigrations } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { withClient } from '#test/support/database/database-server'
import { backUp, createTempFolder, openBackupShop, restore } from './backup-fixture'

const readActivities = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ activity: string }>(
      `select concat_ws(' ', to_char(at at time zone 'UTC', 'YYYY-MM-DD'), user_id, action, record_name) as activity
       from activities order by at, id`,
    )
    return rows.map(({ activity }) => activity)
  })

test('a restored backup of a version without activities has those that its records tell @long', async () => {
  const older = await openBackupShop(undefined, { migrated: false })
  const migrations = await readMigrations()
  await migrate(older, { migrations: migrations.filter(({ name }) => name < '20261126070000') })
  await withClient(older, (client) =>
    client.query(
      `insert into users (email, name, role, password_hash, created_at)
         values ('nora@stockie.test', 'Nora', 1, '$2b$04$' || repeat('x', 53), '2026-01-01Z');
       insert into customers (name, created_at, deleted_at, deleted_by_id, deletion_batch)
         values ('Ada', '2026-02-01Z', '2026-03-01Z', 1, gen_random_uuid())`,
    ),
  )
  const { file } = await backUp(older, await createTempFolder())

  const url = await openBackupShop(undefined, { migrated: false })
  await restore(url, file)
  expect(await readActivities(url)).toEqual([
    '2026-01-01 created Nora',
    '2026-02-01 created Ada',
    '2026-03-01 1 deleted Ada',
  ])
})

test('a restored backup has its activities, and none of what came after it @long', async () => {
  const url = await openBackupShop('e2e')
  await withClient(url, (client) => client.query(`update customers set phone = '7' where id = 1`))
  const before = await readActivities(url)
  const { file } = await backUp(url, await createTempFolder())
  await withClient(url, (client) => client.query(`update customers set phone = '8' where id = 1`))
  expect(await readActivities(url)).toHaveLength(before.length + 1)
  await restore(url, file)
  expect(await readActivities(url)).toEqual(before)
})
