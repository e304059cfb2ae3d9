import {
  type ImportJob,
  type ImportPlan,
  type ImportPreview,
  type ImportResource,
  limits,
} from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { call, request } from '@/lib/api/api-client'
import { uploadFile } from '@/lib/api/file-upload'
import { saveFile } from '@/lib/api/saved-file'

/** In milliseconds. How often the progress of a running import is read. */
const progressInterval = 1000

const importsKey = 'imports'

/** The server works on it. */
export function isRunning({ state }: ImportJob) {
  return state === 'committing' || state === 'reverting'
}

/** Its records are stored, or were. */
export function isStored(job: ImportJob) {
  return isRunning(job) || job.state === 'committed' || job.state === 'reverted'
}

/** The imports of all users, the newest first. */
export const imports = queryOptions({
  queryKey: [importsKey],
  queryFn: ({ signal }) => request<ImportJob[]>('GET', `/${importsKey}`, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? progressInterval : false),
  // A failed reading of the progress is no reason for a toast: the next one follows in a second.
  meta: { isUncounted: true },
})

export const importJob = (id: number) =>
  queryOptions({
    queryKey: [importsKey, id],
    queryFn: ({ signal }) => request<ImportJob>('GET', `/${importsKey}/${id}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data) ? progressInterval : false,
    meta: { isUncounted: true },
  })

interface ChosenFile {
  resource: ImportResource
  fileName: string
  bytes: ArrayBuffer
  key: string
  signal: AbortSignal
  onProgress: (sent: number) => void
}

export const uploadImport = mutationOptions({
  mutationFn: ({ resource, fileName, bytes, key, signal, onProgress }: ChosenFile) => {
    // The API stores no control characters.
    const name = fileName.replaceAll(/\p{Cc}/gu, ' ').slice(-limits.name)
    const search = new URLSearchParams({ resource, fileName: name })
    return uploadFile<ImportJob>(`/${importsKey}?${search}`, {
      bytes,
      idempotencyKey: key,
      signal,
      onProgress,
    })
  },
})

export const previewImport = mutationOptions({
  mutationFn: ({ id, plan }: { id: number; plan: ImportPlan }) =>
    request<ImportPreview>('PUT', `/${importsKey}/${id}`, { body: plan }),
})

interface Commit {
  id: number
  /** Of the preview that the user saw. */
  version: number
  /** The same for all tries of one import. */
  key: string
}

export const commitImport = mutationOptions({
  mutationFn: ({ id, version, key }: Commit) =>
    request<ImportJob>('POST', `/${importsKey}/${id}/commit`, { idempotencyKey: key, version }),
})

export const revertImport = (id: number) =>
  mutationOptions({
    mutationFn: () => request<ImportJob>('POST', `/${importsKey}/${id}/revert`),
  })

/** Saves the refused and the duplicate rows, with their reason in the last column. */
export const downloadRefusedRows = mutationOptions({
  mutationFn: async ({ id, fileName }: Pick<ImportJob, 'id' | 'fileName'>) => {
    const signal = AbortSignal.timeout(60_000)
    const rows = await call('GET', `/${importsKey}/${id}/refused`, { signal })
    saveFile(`${fileName.replace(/\.\w{1,5}$/, '')}-refused.csv`, await rows.blob())
  },
  meta: { failure: 'Failed to download the refused rows. Please try again.' },
})
