import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backupJob, backupRow, downloadTicket } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { runWaitingBackup } from '#src/database/backup/backup-jobs'
import { createShopBackups } from '#src/database/backup/shop-backups'
import { createLog } from '#src/server/log'
import { openProgram, serverEnv } from '#test/support/built-program'
import { parseLines } from '#test/support/log-lines'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createUser, type TestUser } from '#test/support/test-users'
import { createTempFolder, duringMaintenance, listFolder } from './backup-fixture'

const program = openProgram()
let api: TestApi

let owner: TestUser
let token: string
beforeAll(async () => {
  api = await startTestApi()
  await openTestShop(api)
  owner = await createUser(api.pool, 1)
  token = api.tokens.sign({ userId: owner.id, version: 0 })
})
beforeEach(async () => {
  await api.pool.query('delete from backup_jobs')
  for (const name of await readdir(api.backupFolder)) await rm(join(api.backupFolder, name))
})
afterAll(() => api.stop())

const log = createLog('silent', process.stderr)
const request = () => api.call('/backups', { method: 'POST', token })
const readJob = async (id: number) =>
  backupJob.parse((await api.call(`/backups/jobs/${id}`, { token })).body)
const readStatus = async () => (await api.call('/backups/status', { token })).body

async function endOf(id: number) {
  let job = await readJob(id)
  await expect
    .poll(async () => (job = await readJob(id)).state, { timeout: 60_000 })
    .toMatch(/done|failed/)
  return job
}

async function makeBackup() {
  const { status, body } = await request()
  expect(status).toBe(202)
  return endOf(backupJob.parse(body).id)
}

async function listBackups() {
  const { status, body } = await api.call('/backups', { token })
  expect(status).toBe(200)
  return z.array(backupRow).parse(body)
}

/** An own service on the same database, with another folder. */
const openBackups = (folder: string, overdue = 3600) =>
  createShopBackups({ pool: api.pool, url: api.databaseUrl, folder, keep: 3, overdue, log })

test('an owner makes a verified backup, sees what it holds, and downloads it once', async () => {
  expect(await listBackups()).toEqual([])
  const job = await makeBackup()
  expect(job).toMatchObject({ state: 'done', error: null, requestedBy: owner.name })
  expect(job.total).toBeGreaterThan(0)
  expect(job.done).toBe(job.total)

  const [backup] = await listBackups()
  const file = await readFile(join(api.backupFolder, job.name ?? ''))
  expect(backup).toMatchObject({
    name: job.name,
    proved: true,
    bytes: file.length,
    counts: { customers: 1, products: 3, sales: 0 },
  })
  expect(await readStatus()).toEqual({ provedAt: backup?.createdAt, overdue: false, hours: 50 })

  const path = `/backups/${job.name}/ticket`
  const { status, body } = await api.call(path, { method: 'POST', token })
  expect(status).toBe(201)
  const { url } = downloadTicket.parse(body)
  const download = await fetch(api.url + url)
  expect(download.status).toBe(200)
  expect(Buffer.from(await download.arrayBuffer()).equals(file)).toBe(true)
  expect(download.headers.get('cache-control')).toBe('no-store')
  expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${job.name}"`)
  expect((await fetch(api.url + url)).status).toBe(404)
  const lines = parseLines(api.audited()).filter(({ event }) => event === 'download')
  expect(lines).toEqual([
    expect.objectContaining({ account: owner.id, file: job.name, method: 'GET', status: 200 }),
  ])
  expect(JSON.stringify(lines)).not.toContain(url)
})

test('while a backup waits or runs, a second owner is told who started it @long', async () => {
  const second = await createUser(api.pool, 1)
  const othersToken = api.tokens.sign({ userId: second.id, version: 0 })
  await duringMaintenance(api, async () => {
    const job = backupJob.parse((await request()).body)
    const refused = await api.call('/backups', { method: 'POST', token: othersToken })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain(
      `${owner.name} has started a backup, and it is not finished yet.`,
    )
    const jobs = z.array(backupJob).parse((await api.call('/backups/jobs', { token })).body)
    expect(jobs.map(({ id }) => id)).toEqual([job.id])
  })
  const [job] = await api.backups.jobs()
  expect((await endOf(job?.id ?? 0)).state).toBe('done')
})

test('of many requests at the same moment one makes a backup @long', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, request))
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([202, ...Array<number>(7).fill(409)])
  const [job] = await api.backups.jobs()
  expect((await endOf(job?.id ?? 0)).state).toBe('done')
})

test('a backup that fails says why, and leaves no file', async () => {
  const folder = await createTempFolder()
  const noFolder = join(folder, 'file')
  await writeFile(noFolder, '')
  const { id } = await openBackups(noFolder).request(owner.id)
  expect(await endOf(id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('is not a folder, so no backup was made'),
    name: null,
  })
  expect(await listFolder(folder)).toEqual(['file'])
})

test('a stop ends the running backup, which leaves no file and says so', async () => {
  const folder = await createTempFolder()
  const backups = openBackups(folder)
  await duringMaintenance(api, async () => {
    const { id } = await backups.request(owner.id)
    await backups.stop()
    expect(await readJob(id)).toMatchObject({
      state: 'failed',
      error: 'Stockie stopped before the backup was made.',
    })
  })
  expect(await listFolder(folder)).toEqual([])
})

test.each([
  ['running', '61 seconds', 'Stockie stopped before the backup was made.'],
  ['waiting', '16 minutes', /No program of Stockie took up this backup/],
])(
  'a job that is %s and not seen for %s has failed, and the next one starts @long',
  async (state, age, error) => {
    const { rows } = await api.pool.query<{ id: number }>(
      `insert into backup_jobs (state, seen_at) values ($1, now() - $2::interval) returning id`,
      [state, age],
    )
    const job = await readJob(rows[0]?.id ?? 0)
    expect(job.state).toBe('failed')
    expect(job.error).toMatch(error)
    expect((await makeBackup()).state).toBe('done')
  },
)

test('a backup is made once, by the first program that may write to the folder @long', async () => {
  const folder = await createTempFolder()
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into backup_jobs (requested_by) values ($1) returning id`,
    [owner.id],
  )
  const signal = new AbortController().signal
  const database = api.pool
  const options = { database, url: api.databaseUrl, folder, keep: 3, log, signal }
  const made = await Promise.all([runWaitingBackup(options), runWaitingBackup(options)])
  expect(made.filter(Boolean)).toHaveLength(1)
  expect((await readJob(rows[0]?.id ?? 0)).state).toBe('done')
  expect(await listFolder(folder)).toHaveLength(1)
})

test('backup --every makes what an owner asks for while it waits for the next time @long', async () => {
  const folder = await createTempFolder()
  const env = { ...(await serverEnv(api.databaseUrl)), BACKUP_FOLDER: folder }
  const service = program.start('backup', { args: ['--every', '24h'], env })
  await service.waitForOutput('The next backup is due')
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into backup_jobs (requested_by) values ($1) returning id`,
    [owner.id],
  )
  expect((await endOf(rows[0]?.id ?? 0)).state).toBe('done')
  service.child.kill('SIGTERM')
  await service.ended
  expect(await listFolder(folder)).toHaveLength(2)
})

const madeUp = 'stockie-20261121T224300Z.sql.gz'

/** A link to a file that is no backup. */
async function createLink(by = token) {
  await writeFile(join(api.backupFolder, madeUp), 'a backup')
  const { body } = await api.call(`/backups/${madeUp}/ticket`, { method: 'POST', token: by })
  return api.url + downloadTicket.parse(body).url
}

test('a HEAD request does not use up the link to a backup', async () => {
  const link = await createLink()
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(404)
  expect(await (await fetch(link)).text()).toBe('a backup')
})

test('a link to a backup ends after a minute, with its account, and with the role of an owner', async () => {
  const other = await createUser(api.pool, 1)
  const othersToken = api.tokens.sign({ userId: other.id, version: 0 })
  const [expired, removed, demoted, gone, good] = [
    await createLink(),
    await createLink(othersToken),
    await createLink(othersToken),
    await createLink(),
    await createLink(),
  ]
  expect(await (await fetch(good)).text()).toBe('a backup')
  await api.pool.query('update users set role = 2 where id = $1', [other.id])
  expect((await fetch(demoted)).status).toBe(404)
  await api.pool.query('update users set role = 1, removed_at = now() where id = $1', [other.id])
  expect((await fetch(removed)).status).toBe(404)
  await rm(join(api.backupFolder, madeUp))
  expect((await fetch(gone)).status).toBe(404)
  await api.pool.query(`update download_tickets set expires_at = now()`)
  expect((await fetch(expired)).status).toBe(404)
})

test.each(['stockie-20200101T000000Z.sql.gz', '..%2f..%2fetc%2fpasswd', '%00', '.stockie-shop'])(
  'there is no link to %s',
  async (name) => {
    const { status } = await api.call(`/backups/${name}/ticket`, { method: 'POST', token })
    expect(status).toBe(404)
  },
)

test('a backup is overdue if none was verified in time, but not in a shop that is younger @long', async () => {
  const folder = await createTempFolder()
  const status = () => openBackups(folder).status()
  expect(await status()).toEqual({ provedAt: null, overdue: false, hours: 1 })
  await api.pool.query(`update _prisma_migrations set finished_at = now() - interval '2 hours'`)
  expect(await status()).toMatchObject({ overdue: true })
  const names = [
    // Not verified, or dated in the future by a wrong clock.
    `stockie-${stamp(0)}.unverified.sql.gz`,
    `stockie-${stamp(-48)}.sql.gz`,
    `stockie-${stamp(2)}.sql.gz`,
  ]
  const { name: made } = await makeBackup()
  const content = await readFile(join(api.backupFolder, made ?? ''))
  for (const name of names) await writeFile(join(folder, name), content)
  expect(await status()).toMatchObject({ overdue: true, provedAt: expect.any(String) })
  await writeFile(join(folder, `stockie-${stamp(0)}.sql.gz`), 'no backup')
  expect(await status()).toMatchObject({ overdue: true, provedAt: expect.any(String) })
  await writeFile(join(folder, `stockie-before-upgrade-${stamp(0.5)}.sql.gz`), content)
  expect(await status()).toMatchObject({ overdue: false })
})

/** The time this number of hours ago, as in the name of a backup. */
function stamp(hours: number): string {
  const time = new Date(Date.now() - hours * 3_600_000).toISOString()
  return `${time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

test('the list shows a damaged file without figures and as not verified', async () => {
  await writeFile(join(api.backupFolder, 'stockie-20261121T224300Z.sql.gz'), 'no backup')
  expect(await listBackups()).toMatchObject([{ counts: null, bytes: 9, proved: false }])
})
