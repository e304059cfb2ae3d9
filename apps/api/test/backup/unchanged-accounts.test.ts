import { expect, test } from 'vitest'
import { backUp, createTempFolder, openBackupShop, restore } from './backup-fixture'
import { openProgram } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'

const program = openProgram()

test('a restore into a shop without records lists the accounts and needs no choice @long', async () => {
  const { file } = await backUp(await openBackupShop('e2e'), await createTempFolder())
  const url = await openBackupShop()
  await withClient(url, (client) =>
    client.query(
      `insert into users (email, name, role, password_hash)
     values ('owner@stockie.test', 'New', 1, $1)`,
      [`$2b$04$${'n'.repeat(53)}`],
    ),
  )
  const { code, stdout } = await program.run('restore', {
    args: [file, '--yes'],
    env: { DATABASE_URL: url },
  })
  expect(code).toBe(0)
  expect(stdout).toContain('owner@stockie.test signs in with another password.')
  expect(stdout).toContain('has no account now, and can sign in as')
})

test('a restore of the same accounts needs no choice and names none @long', async () => {
  const url = await openBackupShop('e2e')
  const { file } = await backUp(url, await createTempFolder())
  const log: string[] = []
  await restore(url, file, (line) => log.push(line))
  expect(log.filter((line) => line.includes('@'))).toEqual([])
})
