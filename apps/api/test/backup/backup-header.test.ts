import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listBackups } from '#src/database/backup/backup-folder'
import { upgradeDatabase } from '#src/database/backup/upgrade-database'
import { migrate } from '#src/database/migrations/migrate'
import { readMigrations } from '#src/database/migrations/history'
import {
  backUp,
  createTempFolder,
  openBackupShop,
  readShopContents,
  readText,
  restore,
  rewriteBackup,
} from './backup-fixture'
import { withClient } from '#test/support/database/database-server'

/** Lines 2 to 4 of a backup by version 0.1.0, which accepts no others. */
const firstComment = `-- A backup of Stockie, which brings it back by: npm run restore -- FILE
-- Without Stockie: apply prisma/migrations to a new database, then
--   gunzip -c FILE | psql -v ON_ERROR_STOP=1 DATABASE_URL
`
const readComment = (text: string) => /\n((?:-- .*\n)+)SET /.exec(text)?.[1] ?? ''

// @holds asvs 1.2.5
test('the header of a backup names the restore command and warns of psql @long', async () => {
  const { file } = await backUp(await openBackupShop('e2e'), await createTempFolder())
  const comment = readComment(await readText(file))
  expect(comment).toContain('npm run restore -- FILE')
  expect(comment).toContain('never give psql a file that you did not make')
  expect(comment).not.toMatch(/gunzip|psql -|\| *psql/)
})

test('a backup of version 0.1.0 restores, although its header is another one @long', async () => {
  const url = await openBackupShop('e2e')
  const { file, manifest } = await backUp(url, await createTempFolder())
  const old = await rewriteBackup(file, (text) => text.replace(readComment(text), firstComment), {
    updateChecksum: true,
  })
  expect(await readText(old)).toContain('gunzip -c FILE')
  await restore(url, old)
  expect((await readShopContents(url)).figures).toEqual(manifest.figures)
})

test('the backup before an upgrade from version 0.1.0 has the header that version 0.1.0 reads @long', async () => {
  const url = await openBackupShop(undefined, { migrated: false })
  await migrate(url, { migrations: (await readMigrations()).slice(0, 2) })
  await withClient(url, (client) =>
    client.query(`insert into users (email, name, role, password_hash)
      values ('nora@stockie.test', 'Nora', 1, '$2b$04$' || repeat('x', 53))`),
  )
  const folder = await createTempFolder()
  await upgradeDatabase(url, { folder, keep: 14, logBackup: () => {}, warn: () => {} })
  const [made] = await listBackups(folder)
  expect(readComment(await readText(made?.file ?? ''))).toBe(firstComment)
  // The next backup is of the present version.
  const { file } = await backUp(url, folder)
  expect(readComment(await readText(file))).not.toContain('gunzip')
})

// @holds asvs 1.2.5
test('a restore refuses a shell command of psql in the header and does not run it', async () => {
  const url = await openBackupShop('e2e')
  const folder = await createTempFolder()
  const { file } = await backUp(url, folder)
  const ran = path.join(folder, 'ran')
  const edited = await rewriteBackup(
    file,
    (text) => text.replace('\nSET ', `\n\\! touch ${ran}\nSET `),
    {
      updateChecksum: true,
    },
  )
  await expect(restore(url, edited)).rejects.toThrow('was changed after the backup was made')
  expect(existsSync(ran)).toBe(false)
})
