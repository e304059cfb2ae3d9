import { rmSync, WriteStream } from 'node:fs'
import fs, { readdir, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createShopBackups } from '#src/database/backup/shop-backups'
import { createLog } from '#src/server/log'
import { openProgram, serverEnv } from '#test/support/built-program'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, type TestUser } from '#test/support/test-users'
import { createTempFolder, duringMaintenance, listFolder } from './backup-fixture'

const program = openProgram()
let api: TestApi
let owner: TestUser
beforeAll(async () => {
  api = await startTestApi()
  owner = await createUser(api.pool, 1)
})
beforeEach(() => api.pool.query('delete from backup_jobs'))
afterAll(() => api.stop())

function openBackups(folder: string, keep = 3) {
  const logged: string[] = []
  const log = createLog('info', { write: (text) => void logged.push(text) })
  const { pool, databaseUrl: url } = api
  const backups = createShopBackups({ pool, url, folder, keep, overdue: 3600, log })
  return { backups, logged }
}

async function endOf(id: number) {
  let job = await api.backups.job(id)
  await expect
    .poll(async () => (job = await api.backups.job(id)).state, { timeout: 30_000 })
    .toMatch(/done|failed/)
  return job
}

test('a backup on a full disk says so, and leaves no file', async () => {
  const folder = await createTempFolder()
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })
  const writes = vi.spyOn(WriteStream.prototype, '_write')
  onTestFinished(() => writes.mockRestore())
  writes.mockImplementation((_chunk, _encoding, done) => done(full))
  const { id } = await openBackups(folder).backups.request(owner.id)
  expect(await endOf(id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('is on a disk that is full, so no backup was made'),
    name: null,
  })
  expect(writes).toHaveBeenCalled()
  expect(await listFolder(folder)).toEqual([])
})

test('a backup whose folder disappears meanwhile says so', async () => {
  const folder = await createTempFolder()
  const opens = vi.spyOn(WriteStream.prototype, '_construct')
  onTestFinished(() => opens.mockRestore())
  opens.mockImplementation(function (this: WriteStream, done) {
    rmSync(folder, { recursive: true })
    opens.mockRestore()
    this._construct?.(done)
  })
  const { id } = await openBackups(folder).backups.request(owner.id)
  expect(await endOf(id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('is gone, so no backup was made'),
  })
})

test('a backup ends as done if the oldest ones cannot be deleted after it, and the log says why @long', async () => {
  const folder = await createTempFolder()
  const old = 'stockie-20200101T000000Z.sql.gz'
  await writeFile(join(folder, old), '')
  const deletes = vi.spyOn(fs, 'rm').mockRejectedValue(new Error('The disk is read-only.'))
  syncBuiltinESMExports()
  onTestFinished(() => {
    deletes.mockRestore()
    syncBuiltinESMExports()
  })
  const { backups, logged } = openBackups(folder, 1)
  const { id } = await backups.request(owner.id)
  const job = await endOf(id)
  expect(job).toMatchObject({ state: 'done', error: null })
  expect(await readdir(folder)).toContain(job.name)
  expect(logged.join('')).toContain('The disk is read-only.')
})

test('a job that waits while the backup of a lost one still runs is taken up after it @long', async () => {
  const folder = await createTempFolder()
  const { backups } = openBackups(folder)
  let ids: number[] = []
  await duringMaintenance(api, async () => {
    const lost = await backups.request(owner.id)
    await expect.poll(async () => (await api.backups.job(lost.id)).state).toBe('running')
    await api.pool.query(`update backup_jobs set state = 'failed', error = 'Lost.'`)
    ids = [lost.id, (await backups.request(owner.id)).id]
  })
  for (const id of ids) {
    const state = async () => (await api.backups.job(id)).state
    await expect.poll(state, { timeout: 30_000 }).toBe('done')
  }
  expect(await listFolder(folder)).toHaveLength(2)
})

test('backup --every logs why a backup failed that an owner asked for @long', async () => {
  const folder = await createTempFolder()
  const env = { ...(await serverEnv(api.databaseUrl)), BACKUP_FOLDER: folder }
  const service = program.start('backup', { args: ['--every', '24h'], env })
  await service.waitForOutput('The next backup is due')
  await writeFile(join(folder, '.stockie-shop'), 'another shop')
  await api.pool.query(`insert into backup_jobs (requested_by) values ($1)`, [owner.id])
  await service.waitForOutput('A backup failed that an owner asked for.')
  await service.waitForOutput('holds the backups of another database, so no backup was made')
  service.child.kill('SIGTERM')
  await service.ended
  expect(await listFolder(folder)).toHaveLength(1)
})
