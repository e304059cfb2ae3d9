import { expect, test } from 'vitest'
import { dropForeignKeys } from '#src/database/backup/load-backup'
import { withClient } from '#test/support/database/database-server'
import { backUp, createTempFolder, openBackupShop, restore } from './backup-fixture'

type Constraint = { table: string; conname: string; contype: string; definition: string }

async function readConstraints(url: string): Promise<Constraint[]> {
  const sql = `select conrelid::regclass::text as "table", conname, contype, convalidated,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`
  return withClient(url, async (client) => (await client.query<Constraint>(sql)).rows)
}

test('a restored shop has every constraint of the migrations', async () => {
  const url = await openBackupShop('e2e')
  const before = await readConstraints(url)
  const { file } = await backUp(url, await createTempFolder())
  await restore(url, file)
  expect(await readConstraints(url)).toEqual(before)
  expect(before.filter(({ contype }) => contype === 'f').length).toBeGreaterThan(20)
})

test('a load refuses a foreign key that it could not add again as it was @long', async () => {
  const url = await openBackupShop('e2e')
  const changes = [
    'alter table sale_lines drop constraint sale_lines_sale_id_fkey, add constraint sale_lines_sale_id_fkey foreign key (sale_id) references sales (id) not valid',
    `comment on constraint sale_lines_product_id_fkey on sale_lines is 'kept'`,
  ]
  for (const change of changes) {
    await expect(
      withClient(url, async (client) => {
        await client.query(`begin; ${change}`)
        await dropForeignKeys(client)
      }),
    ).rejects.toThrow('A load cannot add this foreign key again: alter table sale_lines add')
  }
})
