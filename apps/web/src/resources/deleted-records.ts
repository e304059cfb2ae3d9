import {
  deletedRecords as contract,
  type DeletedRecord,
  type RestorablePath,
  type RestoreInput,
} from '@stockie/contracts'

import { pagedRequests } from '@/lib/api/paged-requests'

import { restoreRequest } from './deletion-requests'

/** The deleted records that the owner can restore, newest first, of one resource or of all. */
export function deletedRecords(resource: RestorablePath | null) {
  return pagedRequests<DeletedRecord>({
    path: contract.path,
    query: resource ? { resource } : { parked: 'true' },
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

function restore(resource: RestorablePath, body: RestoreInput, label: string) {
  return restoreRequest(resource, body, {
    success: `${label} restored.`,
    failure: `Failed to restore ${label}. Please try again.`,
  })
}
