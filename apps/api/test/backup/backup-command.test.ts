import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listBackups } from '#src/database/backup/backup-folder'
import {
  countScratchDatabases,
  createTempFolder,
  listFolder,
  openBackupShop,
} from './backup-fixture'
import { openProgram } from '#test/support/built-program'

const program = openProgram()

test('backup --every makes a backup only if none is recent enough, and then waits until SIGTERM @long', async () => {
  const url = await openBackupShop('e2e')
  const folder = await createTempFolder()
  const env = { DATABASE_URL: url, BACKUP_FOLDER: folder }
  const check = () => program.run('backup', { args: ['--check', '50h'], env })
  expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining('no verified') })
  for (const round of [1, 2]) {
    const running = program.start('backup', { args: ['--every', '24h'], env })
    await running.waitForOutput('The next backup is due at')
    running.child.kill('SIGTERM')
    expect([round, await running.ended]).toMatchObject([round, { code: 0, stderr: '' }])
    expect(await listBackups(folder)).toHaveLength(1)
  }
  const [newest] = await listBackups(folder)
  const damaged = 'stockie-before-upgrade-20260101T000000Z.sql.gz'
  await writeFile(path.join(folder, damaged), 'no backup')
  expect(await check()).toMatchObject({ code: 0 })
  const list = await program.run('backup', { args: ['--list'], env })
  expect(list.stdout).toMatch(/stockie-\d{8}T\d{6}Z\.sql\.gz .* {2}verified\n/)
  expect(list.stdout).toMatch(new RegExp(`${damaged} .* NOT readable, before an upgrade\n`))
  await writeFile(newest?.file ?? '', 'no backup')
  expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining('no verified') })
  expect(await program.run('backup', { args: ['--every', 'day'], env })).toMatchObject({
    code: 2,
  })
})

test('a backup that is interrupted by SIGTERM leaves no partial file or scratch database @long', async () => {
  const url = await openBackupShop('demo')
  const folder = await createTempFolder()
  const env = { DATABASE_URL: url, BACKUP_FOLDER: folder }
  const running = program.start('backup', { env })
  while ((await countScratchDatabases(url)) === 0) await setTimeout(5)
  running.child.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 130, stderr: 'Interrupted.\n' })
  expect(await listFolder(folder)).toEqual([])
  expect(await countScratchDatabases(url)).toBe(0)
})
