import { expect, test } from 'vitest'
import { keepAccounts } from '#src/database/backup/kept-accounts'
import { withClient } from '#test/support/database/database-server'
import { openBackupShop } from './backup-fixture'

const query = <Result extends object>(url: string, sql: string): Promise<Result[]> =>
  withClient(url, async (client) => (await client.query<Result>(sql)).rows)

/** A shop before the second factors and the one-time passwords. */
async function openOlderShop() {
  const url = await openBackupShop('e2e')
  await query(
    url,
    `drop trigger users_created on users; drop trigger users_activity on users;
     drop trigger users_version on users;
     alter table users drop column must_change_password, drop column version,
       drop column second_factor_secret, drop column second_factor_pending,
       drop column second_factor_step, drop column recovery_salt, drop column recovery_hashes;
     drop table shop cascade`,
  )
  return url
}

const readNames = async (url: string) =>
  (await query<{ name: string }>(url, 'select name from users where removed_at is null')).map(
    ({ name }) => name,
  )

test('the accounts of an older shop are kept in a newer one @long', async () => {
  const [older, newer] = [await openOlderShop(), await openBackupShop('e2e')]
  await query(newer, 'insert into shop (second_factor_required) values (true)')
  await query(older, `update users set name = 'Nora Sommer' where email = 'owner@stockie.test'`)
  await keepAccounts(older, newer)
  expect(await readNames(newer)).toContain('Nora Sommer')
  const columns = 'must_change_password, version, second_factor_secret'
  const [owner] = await query(
    newer,
    `select ${columns} from users where email = 'owner@stockie.test'`,
  )
  expect(owner).toEqual({ must_change_password: false, version: 1, second_factor_secret: null })
  expect(await query(newer, 'select second_factor_required, version from shop')).toEqual([
    { second_factor_required: false, version: 2 },
  ])
})

test('the accounts of a newer shop are kept in an older one, unless they would lose a protection @long', async () => {
  const [older, newer] = [await openOlderShop(), await openBackupShop('e2e')]
  await query(newer, `update users set name = 'Nora Sommer' where email = 'owner@stockie.test'`)
  await keepAccounts(newer, older)
  expect(await readNames(older)).toContain('Nora Sommer')
  await query(
    newer,
    `update users set must_change_password = true, name = 'Nora Winter'
    where email = 'owner@stockie.test'`,
  )
  const refusal = 'use --restore-accounts instead'
  await expect(keepAccounts(newer, older)).rejects.toThrow(refusal)
  await query(newer, 'update users set must_change_password = false')
  await query(newer, 'insert into shop (second_factor_required) values (true)')
  await expect(keepAccounts(newer, older)).rejects.toThrow(refusal)
  expect(await readNames(older)).not.toContain('Nora Winter')
})
