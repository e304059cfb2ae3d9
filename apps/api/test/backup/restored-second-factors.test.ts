import { expect, test } from 'vitest'
import { backUp, createTempFolder, openBackupShop } from './backup-fixture'
import { openProgram } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'

const program = openProgram()

const run = (url: string, ...args: string[]) =>
  program.run('restore', { args, env: { DATABASE_URL: url } })

const query = <Result extends object>(url: string, sql: string): Promise<Result[]> =>
  withClient(url, async (client) => (await client.query<Result>(sql)).rows)

const withFactor = (email: string, recoveryHashes: string[]) =>
  `update users set second_factor_secret = '\\xee', second_factor_step = 7, recovery_salt = '\\x01',
     recovery_hashes = array[${recoveryHashes.map((hash) => `'\\x${hash}'::bytea`).join(', ')}]
   where email = '${email}'`

/** The lines of the output that name an account. */
const named = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.includes('@stockie.test'))
    .map((line) => line.trim())

// @holds asvs 7.4.2
test('a restore names the accounts that would lose their second factor, and --keep-accounts keeps it @long', async () => {
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
  expect(named(stdout).toSorted()).toEqual([
    'cashier@stockie.test signs in without its second factor.',
    'manager@stockie.test signs in with another second factor.',
  ])
  expect(await run(url, file, '--yes', '--keep-accounts')).toMatchObject({ code: 0, stderr: '' })
  expect(await readFactors()).toEqual(now)
  // That second factor opens no account, so it alone asks for no choice.
  await query(
    url,
    `update users set second_factor_secret = null, second_factor_step = null,
       recovery_salt = null, recovery_hashes = null where email = 'blocked@stockie.test'`,
  )
  const restored = await run(url, file, '--yes', '--restore-accounts', '--forget')
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain(
    'blocked@stockie.test signs in with a second factor that was turned off.',
  )
  expect((await readFactors()).map(({ email }) => email)).toEqual([
    'blocked@stockie.test',
    'manager@stockie.test',
  ])
})

// @holds asvs 7.4.2
test('a restore that only brings back a second factor that was turned off names the account and goes on @long', async () => {
  const url = await openBackupShop('e2e')
  await query(url, withFactor('manager@stockie.test', ['aa']))
  const { file } = await backUp(url, await createTempFolder())
  await query(
    url,
    `update users set second_factor_secret = null, second_factor_step = null,
       recovery_salt = null, recovery_hashes = null`,
  )
  const { code, stdout } = await run(url, file, '--yes')
  expect(code).toBe(0)
  expect(named(stdout)).toEqual([
    'manager@stockie.test signs in with a second factor that was turned off.',
  ])
})

// @holds asvs 7.4.2
test('a restore names the accounts whose used recovery codes would be good again, and stops @long', async () => {
  const url = await openBackupShop('e2e')
  await query(url, withFactor('manager@stockie.test', ['aa', 'bb']))
  await query(url, withFactor('cashier@stockie.test', ['cc', 'dd']))
  const { file } = await backUp(url, await createTempFolder())
  await query(url, withFactor('manager@stockie.test', ['bb']))
  const { code, stdout, stderr } = await run(url, file, '--yes')
  expect([code, stderr]).toEqual([1, expect.stringContaining('Add --keep-accounts')])
  const sentence =
    'manager@stockie.test can sign in with recovery codes that were used or replaced.'
  expect(named(stdout)).toEqual([sentence])
  const readCodes = () =>
    query(
      url,
      `select email, recovery_hashes from users where recovery_hashes is not null order by email`,
    )
  const now = await readCodes()
  expect(await run(url, file, '--yes', '--keep-accounts')).toMatchObject({ code: 0, stderr: '' })
  expect(await readCodes()).toEqual(now)
  // The shop put aside has the same codes.
  const undone = await run(url, '--undo', '--yes')
  expect(undone).toMatchObject({ code: 0, stderr: '' })
  expect(named(undone.stdout)).toEqual([])
})

test('a restore tells whether the shop requires a second factor as before, and --keep-accounts keeps it @long', async () => {
  const url = await openBackupShop('e2e')
  const { file: withoutSettings } = await backUp(url, await createTempFolder())
  const require = (isRequired: boolean) =>
    query(
      url,
      `insert into shop (second_factor_required) values (${isRequired})
       on conflict (id) do update set second_factor_required = excluded.second_factor_required`,
    )
  const isRequired = async () =>
    (await query(url, 'select from shop where second_factor_required')).length === 1
  await require(true)
  const { file: required } = await backUp(url, await createTempFolder())
  const off = 'The shop no longer requires a second factor of owners and managers.'
  const on = 'The shop requires a second factor of owners and managers.'

  const kept = await run(url, withoutSettings, '--yes', '--keep-accounts')
  expect(kept).toMatchObject({ code: 0, stderr: '' })
  expect([kept.stdout.includes(off), await isRequired()]).toEqual([true, true])
  const restored = await run(url, withoutSettings, '--yes', '--forget')
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect([restored.stdout.includes(off), await isRequired()]).toEqual([true, false])

  const keptOff = await run(url, required, '--yes', '--keep-accounts', '--forget')
  expect(keptOff).toMatchObject({ code: 0, stderr: '' })
  expect([keptOff.stdout.includes(on), await isRequired()]).toEqual([true, false])
  const restoredOn = await run(url, required, '--yes', '--forget')
  expect([restoredOn.stdout.includes(on), await isRequired()]).toEqual([true, true])
  const same = await run(url, required, '--yes', '--forget')
  expect(same.stdout).not.toContain('a second factor of owners')
  // The shop put aside required it too. It is required no longer since.
  await require(false)
  const undone = await run(url, '--undo', '--yes', '--keep-accounts')
  expect(undone).toMatchObject({ code: 0, stderr: '' })
  expect([undone.stdout.includes(on), await isRequired()]).toEqual([true, false])
})
