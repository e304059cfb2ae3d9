import { setTimeout } from 'node:timers/promises'
import { backupJob } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runWaitingBackup } from '#src/database/backup/backup-jobs'
import { withDeadline } from '#src/database/pool/deadline-pool'
import { createLog } from '#src/server/log'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, type TestUser } from '#test/support/test-users'
import { createTempFolder, duringMaintenance } from './backup-fixture'

let api: TestApi
let owner: TestUser
let token: string
beforeAll(async () => {
  api = await startTestApi()
  owner = await createUser(api.pool, 1)
  token = api.tokens.sign({ userId: owner.id, version: 0 })
})
beforeEach(() => api.pool.query('delete from backup_jobs'))
afterAll(() => api.stop())

const log = createLog('silent', process.stderr)
const request = () => api.call('/backups', { method: 'POST', token })

async function endOf(id: number) {
  let state = ''
  await expect
    .poll(async () => (state = (await api.backups.job(id)).state), { timeout: 60_000 })
    .toMatch(/done|failed/)
  return state
}

/** A job that no program has taken up. */
async function insertWaitingJob(): Promise<number> {
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into backup_jobs (requested_by) values ($1) returning id`,
    [owner.id],
  )
  return rows[0]?.id ?? 0
}

test('a request takes up a backup that still waits because its own request failed @long', async () => {
  const id = await insertWaitingJob()
  expect((await request()).status).toBe(409)
  expect(await endOf(id)).toBe('done')
})

test('a backup ends as done while other calls use every connection of the pool @long', async () => {
  let isOver = false
  const query = () => api.pool.query('select pg_sleep(0.02)')
  const keepCalling = async () => {
    while (!isOver) await withDeadline(performance.now() + 30_000, query)
  }
  const calls = Array.from({ length: 40 }, keepCalling)
  let id = 0
  await duringMaintenance(api, async () => {
    id = backupJob.parse((await request()).body).id
    // Longer than a request waits for a connection.
    await setTimeout(2200)
  })
  expect(await endOf(id)).toBe('done')
  isOver = true
  await Promise.all(calls)
})

test('a backup begins and ends although the database refuses the first reports of both @long', async () => {
  const folder = await createTempFolder()
  const id = await insertWaitingJob()
  const refused = new Set<string>()
  const query = (sql: string, values?: unknown[]) => {
    if (refused.has(sql)) return api.pool.query(sql, values)
    refused.add(sql)
    return Promise.reject(new Error('timeout exceeded when trying to connect'))
  }
  const database = { query } as Pick<typeof api.pool, 'query'>
  const { signal } = new AbortController()
  const options = { database, url: api.databaseUrl, folder, keep: 3, log, signal }
  expect(await runWaitingBackup(options)).toBe(true)
  expect(await endOf(id)).toBe('done')
})
