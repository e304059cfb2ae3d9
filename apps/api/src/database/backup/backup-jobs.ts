import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BackupJob } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { pruneBackups } from './backup-retention'
import { BackupError } from './maintenance-lock'
import { makeBackup } from './make-backup'
import { cannotCreateDatabases } from './swap-databases'
import { MigrationError } from '#src/database/migrations/history'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { quickCommit } from '#src/database/sql/quick-commit'
import { AppError, noSuchRecord } from '#src/errors'

type Database = Pick<Pool, 'query'>

/** How long a program may report nothing. A waiting job may wait for the end of another backup. */
const patience = { waiting: '15 minutes', running: '1 minute' }

const lostMessages = {
  waiting:
    'No program of Stockie took up this backup. With Docker Compose, start the service backup.',
  running: 'Stockie stopped before the backup was made.',
}

/** In milliseconds. */
const reportInterval = 1000

const columns = `backup_jobs.id, state, done::float8 as done, total::float8 as total, error,
    backup_jobs.name, ${isoInstantSql('requested_at')} as "requestedAt", users.name as "requestedBy"`
const source = 'backup_jobs left join users on users.id = requested_by'

/** The jobs with which owners ask for a backup. */
export function createBackupJobs(database: Database) {
  /** Fails the jobs whose program was killed, and those that no program took up. */
  async function endLost(): Promise<void> {
    await database.query(
      `with ${quickCommit} update backup_jobs
       set state = 'failed', error = case state when 'waiting' then $1 else $2 end
       from quick where state = 'waiting' and seen_at < now() - interval '${patience.waiting}'
         or state = 'running' and seen_at < now() - interval '${patience.running}'`,
      [lostMessages.waiting, lostMessages.running],
    )
  }

  /** The last ones, the newest first. */
  async function list(): Promise<BackupJob[]> {
    await endLost()
    const { rows } = await database.query<BackupJob>(
      `select ${columns} from ${source} order by backup_jobs.id desc limit 10`,
    )
    return rows
  }

  async function find(id: number): Promise<BackupJob> {
    await endLost()
    const { rows } = await database.query<BackupJob>(
      `select ${columns} from ${source} where backup_jobs.id = $1`,
      [id],
    )
    if (!rows[0]) throw noSuchRecord('backup job')
    return rows[0]
  }

  /** Fails if another backup waits or runs. */
  async function request(userId: number): Promise<BackupJob> {
    await endLost()
    const { rows } = await database.query<{ id: number }>(
      `with old as (
         delete from backup_jobs
         where state in ('done', 'failed') and requested_at < now() - interval '30 days'
       )
       insert into backup_jobs (requested_by) values ($1) on conflict do nothing returning id`,
      [userId],
    )
    if (rows[0]) return find(rows[0].id)
    const open = (await list()).find(({ state }) => state === 'waiting' || state === 'running')
    const who = open?.requestedBy ?? 'Someone'
    throw new AppError('conflict', `${who} has started a backup, and it is not finished yet.`)
  }

  return { list, find, request }
}

type Options = {
  database: Database
  url: string
  folder: string
  keep: number
  signal: AbortSignal
  log: Pick<Logger, 'info' | 'error'>
}

/** Makes the backup that an owner asked for. Returns false if no job waits. */
export async function runWaitingBackup(options: Options): Promise<boolean> {
  const { database, signal } = options
  const { rows } = await retry(signal, () =>
    database.query<{ id: number }>(
      // Without a wait for a standby: a claim that is sent again would not find its own job.
      `with ${quickCommit} update backup_jobs set state = 'running', seen_at = now()
       from quick where state = 'waiting' returning id`,
    ),
  )
  const [job] = rows
  if (!job) return false
  let progress = { done: 0, total: 0 }
  const timer = setInterval(() => {
    const { done, total } = progress
    void database
      .query(
        `with ${quickCommit} update backup_jobs set seen_at = now(), done = $2, total = $3
         from quick where id = $1 and state = 'running'`,
        [job.id, done, total],
      )
      // The next report may succeed.
      .catch(() => {})
  }, reportInterval)
  const outcome = await makeAndPrune(options, (done, total) => (progress = { done, total }))
  clearInterval(timer)
  await retry(signal, () =>
    database.query(
      `update backup_jobs
       set state = $2, error = $3, name = $4, done = $5, total = $5, seen_at = now() where id = $1`,
      [job.id, outcome.error ? 'failed' : 'done', outcome.error, outcome.name, progress.total],
    ),
  )
  return true
}

const maxTries = 10
const retryPauseMs = 1000

/** A busy pool refuses a query. Without its end, a job would count as lost although its backup was made. */
async function retry<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || signal.aborted) throw error
      // A stop ends the pause, and the last try follows.
      await wait(retryPauseMs, undefined, { signal }).catch(() => {})
    }
  }
}

type Outcome = { error: string | null; name: string | null }

async function makeAndPrune(
  { url, folder, keep, signal, log }: Options,
  onProgress: (done: number, total: number) => void,
): Promise<Outcome> {
  try {
    const made = await makeBackup({
      url,
      folder,
      signal,
      onProgress,
      log: (line) => log.info(line),
    })
    if (!made) throw new Error('A backup that is always needed was not made.')
    await pruneBackups(folder, keep).catch((error: unknown) =>
      log.error(error, 'The oldest backups could not be deleted.'),
    )
    const name = path.basename(made.file)
    log.info({ name }, 'A backup was made that an owner asked for.')
    if (made.verified) return { name, error: null }
    return {
      name,
      error: `The backup was made, but it could not be verified: ${cannotCreateDatabases}.`,
    }
  } catch (error) {
    if (signal.aborted) return { name: null, error: lostMessages.running }
    log.error(error, 'A backup failed that an owner asked for.')
    return { name: null, error: describeFailure(error) }
  }
}

function describeFailure(error: unknown): string {
  // A newer version has migrated the database meanwhile.
  if (error instanceof BackupError || error instanceof MigrationError) return error.message
  return 'The backup failed. The log of Stockie says why.'
}
