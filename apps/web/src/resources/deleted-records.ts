import {
  deletedRecords as contract,
  type CountAnswer,
  type DeletedRecord,
  type ResourcePath,
} from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import { request, requestPage } from '@/lib/api/api-client'

import { pagedRequests } from './paged-requests'

/** The deleted records that the owner can restore, newest first, of one resource or of all. */
export function deletedRecords(resource: ResourcePath | null) {
  return pagedRequests<DeletedRecord>({
    path: contract.path,
    query: resource ? { resource } : {},
    keyOf: deletedRecordKey,
    failure: 'Failed to load deleted records. Please try again.',
  })
}

/** Identifies one deletion. A record that is restored and deleted again gets another key. */
export function deletedRecordKey({ resource, id, batch }: DeletedRecord) {
  return `${resource} ${id} ${batch}`
}

/** `label` names the record in the toasts. */
export function restoreRecord({ resource, id }: DeletedRecord, label: string) {
  return mutationOptions({ mutationFn: () => restore(resource, [id]), meta: restoreMeta(label) })
}

/** Restores all records of one deletion, including those on pages not loaded yet. */
export function restoreBatch({ resource, batch }: DeletedRecord, label: string) {
  return mutationOptions({
    mutationFn: async () => {
      const ids = await readBatch(resource, batch)
      // Another user may have restored them already.
      if (ids.length > 0) await restore(resource, ids)
    },
    meta: restoreMeta(label),
  })
}

function restoreMeta(label: string) {
  return {
    success: `${label} restored.`,
    failure: `Failed to restore ${label}. Please try again.`,
    canTryAgain: true as const,
  }
}

async function restore(resource: ResourcePath, ids: number[]) {
  await request<CountAnswer>('POST', `/${resource}/restore`, { body: { ids } })
}

async function readBatch(resource: ResourcePath, batch: string) {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const search = new URLSearchParams({ resource, batch, page: String(page), pageSize: '1000' })
    // In sequence: there are at most ten pages.
    const { rows, total } = await requestPage<DeletedRecord>(`/${contract.path}?${search}`)
    ids.push(...rows.map(({ id }) => id))
    if (rows.length === 0 || ids.length >= total) return ids
  }
}
