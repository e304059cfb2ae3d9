import { access, constants } from 'node:fs/promises'
import type { BackupJob, BackupStatus, DownloadTicket } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { withoutDeadline } from '#src/database/pool/deadline-pool'
import { issueTicket } from '#src/database/download-tickets'
import { noSuchRecord } from '#src/errors'
import { createBackupFiles } from './backup-files'
import { createBackupJobs, runWaitingBackup } from './backup-jobs'

type Parts = {
  pool: Pool
  /** The address of the database: a backup opens connections of its own. */
  url: string
  folder: string
  /** How many backups to keep. */
  keep: number
  /** After how many seconds without a verified backup to warn. */
  overdue: number
  log: Pick<Logger, 'info' | 'error'>
}

export type ShopBackups = ReturnType<typeof createShopBackups>

export function createShopBackups({ pool, url, folder, keep, overdue, log }: Parts) {
  const files = createBackupFiles(folder)
  const jobs = createBackupJobs(pool)
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  /** Whether a job may have come since the last look. */
  let mayWait = false

  /** With Docker Compose, only another program may write to the folder. It takes up the job by itself. */
  async function makeWaiting(): Promise<void> {
    if (await isReadOnly(folder)) return
    mayWait = true
    running ??= withoutDeadline(runAllWaiting)
  }

  async function runAllWaiting(): Promise<void> {
    const { signal } = stopping
    while (mayWait && !signal.aborted) {
      mayWait = false
      await runWaitingBackup({ database: pool, url, folder, keep, log, signal }).catch(
        (error: unknown) => log.error(error, 'The job of a backup could not be read.'),
      )
    }
    running = undefined
  }

  async function request(userId: number): Promise<BackupJob> {
    try {
      return await jobs.request(userId)
    } finally {
      // Also takes up a job whose own request failed after it had been saved.
      await makeWaiting()
    }
  }

  async function createTicket(id: string, userId: number): Promise<DownloadTicket> {
    const backup = await files.find(id)
    if (!backup) throw noSuchRecord('backup')
    return issueTicket(pool, { name: id, userId })
  }

  return {
    list: files.list,
    status: (): Promise<BackupStatus> => files.readStatus(pool, overdue),
    jobs: jobs.list,
    job: jobs.find,
    request,
    makeWaiting,
    createTicket,
    find: files.find,
    /** Ends a running backup, which leaves no file. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await running
    },
  }
}

async function isReadOnly(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'EROFS',
  )
}
