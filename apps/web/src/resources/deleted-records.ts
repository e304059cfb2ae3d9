import {
  deletedRecords as contract,
  type CountAnswer,
  type DeletedRecord,
  type ResourcePath,
  type RestoreInput,
} from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import { request } from '@/lib/api/api-client'

import { pagedRequests } from '@/lib/api/paged-requests'

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
  return restore(resource, { ids: [id] }, label)
}

/** Restores all records of one deletion, including those on pages not loaded yet. */
export function restoreBatch({ resource, batch }: DeletedRecord, label: string) {
  return restore(resource, { batch }, label)
}

function restore(resource: ResourcePath, body: RestoreInput, label: string) {
  return mutationOptions({
    mutationFn: async () => {
      await request<CountAnswer>('POST', `/${resource}/restore`, { body })
    },
    meta: {
      success: `${label} restored.`,
      failure: `Failed to restore ${label}. Please try again.`,
      canTryAgain: true,
    },
  })
}
