import {
  deletedRecords as contract,
  type CountAnswer,
  type DeletedRecord,
  type ResourcePath,
} from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import { request, requestPage } from '@/lib/api/api-client'

import { pagedOptions } from './paged-options'

/** What the owner can bring back, newest first; of one kind, or of all. */
export function deletedRecords(resource: ResourcePath | null) {
  return pagedOptions<DeletedRecord>({
    path: contract.path,
    query: resource ? { resource } : {},
    keyOf: keyOfDeleted,
    failure: 'Failed to load deleted records. Please try again.',
  })
}

/** One deletion of one record: what is restored and deleted again is another one. */
export function keyOfDeleted({ resource, id, batch }: DeletedRecord) {
  return `${resource} ${id} ${batch}`
}

/** `what` names it in the toasts. */
export function restoreRecord({ resource, id }: DeletedRecord, what: string) {
  return mutationOptions({ mutationFn: () => restore(resource, [id]), meta: sentencesOf(what) })
}

/** All that one click deleted, also what no page has shown yet. */
export function restoreBatch({ resource, batch }: DeletedRecord, what: string) {
  return mutationOptions({
    mutationFn: async () => {
      const ids = await readBatch(resource, batch)
      // Somebody else may have been quicker.
      if (ids.length > 0) await restore(resource, ids)
    },
    meta: sentencesOf(what),
  })
}

function sentencesOf(what: string) {
  return {
    success: `${what} restored.`,
    failure: `Failed to restore ${what}. Please try again.`,
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
    // One after the other: there are ten at most.
    const { rows, total } = await requestPage<DeletedRecord>(`/${contract.path}?${search}`)
    ids.push(...rows.map(({ id }) => id))
    if (rows.length === 0 || ids.length >= total) return ids
  }
}
