import type { ImportJob, ImportOptions, ImportResource } from '@stockie/contracts'
import type { Pool, PoolClient } from 'pg'
import { advisoryLocks } from '#src/database/advisory-locks'
import { withoutDeadline } from '#src/database/pool/deadline-pool'
import { isStandbyWait } from '#src/database/pool/watchdog-client'
import { quickCommit } from '#src/database/sql/quick-commit'
import { AppError } from '#src/errors'
import { toDataError, toUnavailable } from '#src/http/database-errors'
import { commitImport } from './import-commit'
import { findImport, jobSql } from './import-store'
import { undoImport } from './import-undo'
import { inLongTransaction } from './long-transaction'

/** In milliseconds. */
const reportInterval = 500
const attempts = 5

/** How long a job may report nothing before its lock is looked at. */
const patience = '5 seconds'

const stopped = 'Stockie stopped before the end. Try again.'

/** A commit or an undo that runs. */
export type RunningImport = {
  id: number
  resource: ImportResource
  options: ImportOptions
  lastRecordId: number
  /** The records that the preview planned to add and to change. */
  total: number
  userId: number
  timeZone: string
  /** Counts records that were handled. */
  advance: (count: number) => void
}

type Step = 'commit' | 'revert'

/** The states of the two steps. */
const steps = {
  commit: {
    from: ['previewed'],
    running: 'committing',
    done: 'committed',
    back: 'failed',
    key: 'commit_key',
  },
  revert: {
    from: ['committed'],
    running: 'reverting',
    done: 'reverted',
    back: 'committed',
    key: 'revert_key',
  },
} as const

type Start = {
  id: number
  step: Step
  userId: number
  key: string | undefined
  /** The preview that the user saw. */
  version?: number | undefined
  timeZone: string
}

/** Runs commits and undos of imports, one at a time, after their requests have been answered. */
export function createImportJobs(pool: Pool) {
  /**
   * Answers the job that begins. The same key again answers the job as it is, or begins one whose first request failed
   * after it was saved. Of two jobs at the same time, the second finds the import done and takes its own work back.
   */
  async function start({ id, step, userId, key, version, timeZone }: Start): Promise<ImportJob> {
    await endLost(pool)
    const { from, running: state, key: keyColumn } = steps[step]
    const totalSql =
      step === 'commit' ? 'total' : `(select count(*) from import_changes where import_id = $1)`
    const { rows } = await pool
      // One statement, so that no import is left in this state because its job cannot be read.
      .query<ImportJob & Pick<RunningImport, 'lastRecordId'>>(
        `with started as (
           update imports set state = '${state}', ${keyColumn} = $2, done = 0, total = ${totalSql}, error = null,
             committed_at = case when '${step}' = 'revert' then committed_at end, seen_at = now()
         where id = $1 and version = coalesce($5, version) and (state = any($3) or state = '${state}' and ${keyColumn} = $2
           and not exists (
             select from pg_locks where locktype = 'advisory' and classid = $4 and objid = $1
               and database = (select oid from pg_database where datname = current_database())))
         returning *)
         ${jobSql('started', `, imports.last_record_id as "lastRecordId"`)}`,
        [id, key ?? null, from, advisoryLocks.import, version ?? null],
      )
      .catch((error: unknown) => {
        throw Object(error).constraint === 'imports_one_running' ? anotherRuns() : error
      })
    const [row] = rows
    if (!row) return answerStarted({ id, step, key, version })
    const { lastRecordId, ...job } = row
    const { resource, options, total } = job
    const run = { id, resource, options, total, lastRecordId, userId, timeZone }
    void withoutDeadline(() => runStep(pool, step, run))
    return job
  }

  /** A request that is sent again finds its job. All others are too late. */
  async function answerStarted({
    id,
    step,
    key,
    version,
  }: Pick<Start, 'id' | 'step' | 'key' | 'version'>): Promise<ImportJob> {
    const job = await findImport(pool, id)
    const { rows } = await pool.query<{ key: string | null }>(
      `select ${steps[step].key} as key from imports where id = $1`,
      [id],
    )
    if (key !== undefined && rows[0]?.key === key) return job
    if (job.state === 'previewed' && version !== undefined && version !== job.version) {
      throw new AppError('conflict', 'This import has a newer preview. Preview the file again.')
    }
    throw new AppError('conflict', refusals[step](job.state))
  }

  return { start }
}

const refusals: Record<Step, (state: ImportJob['state']) => string> = {
  commit: (state) =>
    state === 'uploaded' || state === 'failed'
      ? 'Preview this import before you start it.'
      : 'This import has run already, or it runs now.',
  revert: (state) =>
    state === 'reverted' ? 'This import was undone already.' : 'This import cannot be undone now.',
}

const anotherRuns = () =>
  new AppError('conflict', 'Another import runs at the moment. Try again when it is done.')

/** Never rejects: the outcome is in the job. */
async function runStep(
  pool: Pool,
  step: Step,
  stored: Omit<RunningImport, 'advance'>,
): Promise<void> {
  const { running, done, back } = steps[step]
  let handled = 0
  let reporting: Promise<unknown> | undefined
  const timer = setInterval(() => {
    // While the commit waits, for instance for a standby, a report waits for it, and no second one follows.
    reporting ??= pool
      .query(
        `update imports set done = $2, seen_at = now() where id = $1 and state = '${running}'`,
        [stored.id, handled],
      )
      // The next report may succeed.
      .catch(() => {})
      .finally(() => (reporting = undefined))
  }, reportInterval)
  try {
    await retryBusy(() => {
      handled = 0
      const job = { ...stored, advance: (count: number) => (handled += count) }
      return inLongTransaction(pool, (client) => runLocked(client, step, job))
    })
  } catch (error) {
    clearInterval(timer)
    await pool
      .query(
        `update imports set state = '${back}', error = $2, done = 0
         where id = $1 and state = '${running}' and pg_try_advisory_xact_lock($3, id)`,
        [stored.id, describeFailure(error, step), advisoryLocks.import],
      )
      // Without the database, endLost does it later.
      .catch(() => {})
  }
  clearInterval(timer)

  async function runLocked(client: PoolClient, name: Step, job: RunningImport): Promise<void> {
    await client.query(
      `select pg_advisory_xact_lock($1, $2), set_config('stockie.account', $3, true)`,
      [advisoryLocks.import, job.id, String(job.userId)],
    )
    const undo = name === 'revert' ? await undoImport(client, job) : null
    if (name === 'commit') await commitImport(client, job)
    const { rowCount } = await client.query(
      `update imports set state = '${done}', done = total, committed_at = coalesce(committed_at, clock_timestamp()), undo = $2
       where id = $1 and state = '${running}'`,
      [job.id, undo && JSON.stringify(undo)],
    )
    // Another program took this one for dead.
    if (rowCount !== 1) throw new AppError('conflict', stopped)
  }
}

/**
 * Other writes may hold the records for a moment, or wait for them in another order. An import whose commit waits for a
 * standby is done as soon as the standby is back.
 */
async function retryBusy(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (
        attempt === attempts ||
        error instanceof AppError ||
        isStandbyWait(error) ||
        !toUnavailable(error)
      )
        throw error
    }
  }
}

function describeFailure(error: unknown, step: Step): string {
  if (error instanceof AppError) return error.message
  if (step === 'commit' && Object(error).constraint === 'products_code_unique_while_not_deleted') {
    return 'Another product has one of the codes by now. Preview the file again.'
  }
  const known = toUnavailable(error) ?? toDataError(error)
  if (known?.code === 'books_closed') return known.message
  const reason = known?.message ?? 'The server failed.'
  return `${reason} Try again; if it keeps failing, look into the log.`
}

/** Fails the jobs whose program was killed. A running one holds its lock. */
export async function endLost(pool: Pool): Promise<void> {
  await pool.query(
    `with ${quickCommit} update imports
     set state = case state when 'committing' then 'failed' else 'committed' end, error = $2, done = 0
     from quick where state in ('committing', 'reverting') and seen_at < now() - interval '${patience}'
       and pg_try_advisory_xact_lock($1, id)`,
    [advisoryLocks.import, stopped],
  )
}
