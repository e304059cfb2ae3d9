import { expect, test } from 'vitest'
import { backUp, createTempFolder, openBackupShop } from './backup-fixture'
import { openProgram } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'

const program = openProgram()

const run = (url: string, ...args: string[]) =>
  program.run('restore', { args, env: { DATABASE_URL: url } })

const query = <Result extends object>(url: string, sql: string): Promise<Result[]> =>
  withClient(url, async (client) => (await client.query<Result>(sql)).rows)

// @holds asvs 7.4.2
test('a restore names the accounts that would lose their second factor, and --keep-accounts keeps it', async () => {
  const url = await openBackupShop('e2e')
  const turnOn = (email: string, secret: string) =>
    query(
      url,
      `update users set second_factor_secret = '\\x${secret}', second_factor_step = 7,
         recovery_salt = '\\x01', recovery_hashes = array['\\x02'::bytea]
       where email = '${email}'`,
    )
  const readFactors = () =>
    query<{ email: string }>(
      url,
      `select email, second_factor_secret, second_factor_step, recovery_salt, recovery_hashes
       from users where second_factor_secret is not null order by email`,
    )
  await turnOn('manager@stockie.test', 'aa')
  await turnOn('blocked@stockie.test', 'aa')
  const { file } = await backUp(url, await createTempFolder())
  await turnOn('manager@stockie.test', 'bb')
  await turnOn('cashier@stockie.test', 'cc')
  const now = await readFactors()
  expect(now).toHaveLength(3)

  const { code, stdout } = await run(url, file, '--yes')
  expect(code).toBe(1)
  const lines = stdout.split('\n').filter((line) => line.includes('@stockie.test'))
  expect(lines.map((line) => line.trim()).toSorted()).toEqual([
    'cashier@stockie.test signs in without its second factor.',
    'manager@stockie.test signs in with another second factor.',
  ])
  expect(await run(url, file, '--yes', '--keep-accounts')).toMatchObject({ code: 0, stderr: '' })
  expect(await readFactors()).toEqual(now)
  // A second factor that comes back opens nothing, so it is not named.
  await query(
    url,
    `update users set second_factor_secret = null, second_factor_step = null,
       recovery_salt = null, recovery_hashes = null where email = 'blocked@stockie.test'`,
  )
  const restored = await run(url, file, '--yes', '--restore-accounts', '--forget')
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).not.toContain('blocked@')
  expect((await readFactors()).map(({ email }) => email)).toEqual([
    'blocked@stockie.test',
    'manager@stockie.test',
  ])
})
