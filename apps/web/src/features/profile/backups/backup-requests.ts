import type { BackupJob, BackupRow, BackupStatus, DownloadTicket } from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { ApiError, request } from '@/lib/api/api-client'

/** The newest first. */
export const backups = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => request<BackupRow[]>('GET', '/backups', { signal }),
  meta: { failure: 'Failed to load backups. Please try again.', isUncounted: true },
})

/** Whether a backup is overdue. */
export const backupStatus = queryOptions({
  queryKey: ['backups/status'],
  queryFn: ({ signal }) => request<BackupStatus>('GET', '/backups/status', { signal }),
  // Time alone changes it, and so does a backup of another program.
  refetchInterval: 60_000,
})

/** In milliseconds. */
const intervals = { working: 1000, idle: 10_000 }

/** The last backups that owners asked for, the newest first. Followed while a backup is being made. */
export const backupJobs = queryOptions({
  queryKey: ['backups/jobs'],
  queryFn: ({ signal }) => request<BackupJob[]>('GET', '/backups/jobs', { signal }),
  refetchInterval: ({ state }) => (isOpen(state.data?.[0]) ? intervals.working : intervals.idle),
})

export function isOpen(job: BackupJob | undefined) {
  return job?.state === 'waiting' || job?.state === 'running'
}

export const startBackup = mutationOptions({
  mutationFn: () => request<BackupJob>('POST', '/backups'),
  meta: {
    failure: 'Failed to start a backup. Please try again.',
    isShownOnScreen: isRefused,
  },
})

/** The API says why: another backup is being made, or the folder cannot be read. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409
}

/** Downloads a backup by a link that works once. */
export const downloadBackup = mutationOptions({
  mutationFn: async ({ name }: BackupRow) => {
    await followTicket(`/backups/${encodeURIComponent(name)}/ticket`)
  },
  meta: { failure: 'Failed to download the backup. Please try again.' },
})

/** Downloads everything of the shop by a link that works once. */
export const downloadEverything = mutationOptions({
  mutationFn: () => followTicket('/export/ticket'),
  meta: { isShownOnScreen: () => true },
})

/** The browser downloads the file by itself. The answer names it. */
async function followTicket(path: string) {
  const { url } = await request<DownloadTicket>('POST', path)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
