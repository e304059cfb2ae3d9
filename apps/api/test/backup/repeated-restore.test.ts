import { expect, test } from 'vitest'
import { restoreBackup } from '#src/database/backup/restore-backup'
import { formerName } from '#src/database/backup/swap-databases'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import {
  backUp,
  readShopContents,
  createTempFolder,
  openBackupShop,
  withoutSessionState,
} from './backup-fixture'
import { openProgram } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'

const program = openProgram()

test('a restore destroys the database that an earlier restore kept only with --forget @long', async () => {
  const url = await openBackupShop('e2e')
  const { file } = await backUp(url, await createTempFolder())
  await withClient(url, (client) => client.query(`insert into customers (name) values ('Later')`))
  const later = await readShopContents(url)
  const run = (...args: string[]) => program.run('restore', { args, env: { DATABASE_URL: url } })

  const first = await run(file, '--yes')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('To bring it back, run\nnpm run restore -- --undo --yes.')
  // The invariant views came back with their tables.
  expect(await withClient(url, (client) => readBrokenInvariants(client))).toEqual([])
  const again = await run(file, '--yes')
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('12 sales and 5 pur') })
  const undone = await run('--undo', '--yes')
  expect(undone.stdout).toContain('The present shop was put aside')
  expect(withoutSessionState(await readShopContents(url))).toEqual(withoutSessionState(later))

  expect(await run(file, '--yes', '--forget')).toMatchObject({ code: 0, stderr: '' })
  expect(await run('--undo', '--yes')).toMatchObject({ code: 0 })
  expect(withoutSessionState(await readShopContents(url))).toEqual(withoutSessionState(later))
})

test('a restore by a user who may not rename the database fails before it begins @long', async () => {
  const url = new URL(await openBackupShop('e2e'))
  const { file } = await backUp(url.href, await createTempFolder())
  const role = `guest_${url.pathname.slice(1)}`
  await withClient(url.href, (client) =>
    client.query(
      `create role ${role} login createdb password 'guest'; grant all on schema public to ${role}`,
    ),
  )
  url.username = role
  url.password = 'guest'
  const log = () => expect.fail('The restore began.')
  const { signal } = new AbortController()
  const restoring = restoreBackup({ url: url.href, file, log, signal })
  await expect(restoring).rejects.toThrow('ALTER DATABASE … OWNER TO')
})

test('the previous database of a restore gets a unique name even if the database name is long', () => {
  const long = 'shop_'.repeat(12)
  const names = ['shop', `${long}1`, `${long}2`].map(formerName)
  expect(names[0]).toBe('shop_before_restore')
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63)
})
