import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listBackups } from '#src/database/backup/backup-folder'
import { pruneBackups } from '#src/database/backup/backup-retention'
import { backUp, listFolder, createTempFolder, openBackupShop, restore } from './backup-fixture'
import { openProgram } from '#test/support/built-program'

const program = openProgram()

const stamp = (time: number) =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Creates empty files, because retention and schedule depend only on the names. */
async function createEmptyFiles(folder: string, ...names: string[]): Promise<void> {
  for (const name of names) await writeFile(path.join(folder, name), '')
}

test('backup --every 30d does not back up again at once, although no Node timer can wait 30 days @long', async () => {
  const folder = await createTempFolder()
  const env = { DATABASE_URL: await openBackupShop('e2e'), BACKUP_FOLDER: folder, BACKUP_KEEP: '3' }
  const running = program.start('backup', { args: ['--every', '30d'], env })
  await running.waitForOutput('The next backup is due at')
  // An overflowing timer would have started a second backup by now, which prints another line first.
  running.child.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
  expect(await listBackups(folder)).toHaveLength(1)
})

test('a backup with a future date satisfies no check and does not displace another backup @long', async () => {
  const folder = await createTempFolder()
  const ahead = `stockie-${stamp(Date.now() + 90 * 86_400_000)}.sql.gz`
  await createEmptyFiles(folder, ahead)
  const env = { DATABASE_URL: await openBackupShop('e2e'), BACKUP_FOLDER: folder, BACKUP_KEEP: '1' }
  const check = () => program.run('backup', { args: ['--check', '50h'], env })
  expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining('no verified') })
  const running = program.start('backup', { args: ['--every', '24h'], env })
  await running.waitForOutput('Verified')
  await running.waitForOutput('The next backup is due at')
  running.child.kill('SIGTERM')
  await running.ended
  expect(await listBackups(folder)).toHaveLength(2)
  expect(await check()).toMatchObject({ code: 0 })
})

test('pruning keeps the wanted number of backups, the newest verified one, and files that are not backups', async () => {
  const folder = await createTempFolder()
  const at = (day: number, more = '') => `stockie-202611${day}T000000Z${more}.sql.gz`
  const upgrades = [10, 11, 12, 13, 14, 15, 16].map((day) =>
    at(day).replace('stockie-', 'stockie-before-upgrade-'),
  )
  const names = [at(11), at(12), at(13, '.unverified'), at(14, '.unverified'), ...upgrades]
  for (const name of [...names, 'holidays.sql.gz']) await writeFile(path.join(folder, name), '')
  await pruneBackups(folder, 1)
  expect((await readdir(folder)).toSorted()).toEqual(
    ['holidays.sql.gz', at(12), at(14, '.unverified'), ...upgrades.slice(2)].toSorted(),
  )
})

test('unverified backups do not displace verified backups', async () => {
  const folder = await createTempFolder()
  const at = (day: number, more = '') => `stockie-202611${day}T000000Z${more}.sql.gz`
  const verified = [11, 12, 13].map((day) => at(day))
  const others = [14, 15, 16, 17].map((day) => at(day, '.unverified'))
  await createEmptyFiles(folder, ...verified, ...others)
  await pruneBackups(folder, 3)
  expect((await readdir(folder)).toSorted()).toEqual([...verified, ...others.slice(1)].toSorted())
})

test('a backup folder belongs to one shop, and a backup of another shop there is refused and changes nothing @long', async () => {
  const folder = await createTempFolder()
  const [url, other] = [await openBackupShop('e2e'), await openBackupShop('e2e')]
  await backUp(url, folder)
  await createEmptyFiles(folder, `stockie-${stamp(Date.now())}.unverified.sql.gz.part`)
  const before = await listFolder(folder)
  await expect(backUp(other, folder)).rejects.toThrow('holds the backups of another database')
  expect(await listFolder(folder)).toEqual(before)
  // After a restore from the other shop's backup, the database still owns its folder.
  const { file } = await backUp(other, await createTempFolder())
  await restore(url, file)
  await backUp(url, folder)
  expect(await listBackups(folder)).toHaveLength(2)
  await rm(path.join(folder, '.stockie-shop'))
  await backUp(other, folder)
})

test.each([
  ['backup', []],
  ['restore', ['--undo', '--yes']],
])('%s reports a missing shop and creates nothing @long', async (name, args) => {
  const home = path.join(await createTempFolder(), 'not-yet')
  const ended = await program.run(name, { args, env: { STOCKIE_HOME: home } })
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('npm start creates one') })
  await expect(readdir(home)).rejects.toThrow('ENOENT')
})
