import { expect, onTestFinished, test } from 'vitest'
import { withClient } from '#test/support/database/database-server'
import { backUp, createTempFolder, openBackupShop, restore } from './backup-fixture'

const run = (url: string, sql: string) => withClient(url, (client) => client.query(sql))

/** The row of a server without an open connection, as it is between two heartbeats. */
const addServer = (url: string, secondsAgo: number) =>
  run(
    url,
    `insert into servers (id, address, version, pool_size, time_zone, secret_fingerprint, seen_at)
     values (gen_random_uuid(), 'till-2:3000', '1.0.0', 10, 'UTC', 'x', clock_timestamp() - interval '${secondsAgo} seconds')`,
  )

test('a restore is refused while an idle server runs, and says where @long', async () => {
  const url = await openBackupShop('e2e')
  const { file } = await backUp(url, await createTempFolder())
  await restore(url, file)
  await run(url, `insert into customers (name) values ('Later')`)
  await addServer(url, 0)
  // Renewed between two looks of the restore, which needs moments without any connection.
  const timer = setInterval(() => {
    run(url, 'update servers set seen_at = clock_timestamp()').catch(() => {})
  }, 3_000)
  onTestFinished(() => clearInterval(timer))
  await expect(restore(url, file)).rejects.toThrow(
    'The server at till-2:3000 uses this database: stop Stockie there, and run this again.',
  )
  clearInterval(timer)
  expect((await run(url, `select from customers where name = 'Later'`)).rowCount).toBe(1)
})

test('a restore waits for the row of a killed server, and the restored shop has none @long', async () => {
  const url = await openBackupShop('e2e')
  await addServer(url, 20)
  const { file } = await backUp(url, await createTempFolder())
  await run(url, `update servers set seen_at = clock_timestamp() - interval '28 seconds'`)
  await restore(url, file)
  expect((await run(url, 'select from servers')).rowCount).toBe(0)
  expect((await run(url, 'select oldest = through as same from served_versions')).rows).toEqual([
    { same: true },
  ])
})
