import type { BulkDeleteAnswer } from '@stockie/contracts'
import type { UseMutationOptions } from '@tanstack/react-query'

/** The calls of a resource for its screen of records; resources/resource-requests.ts creates it. */
export interface CrudResource<Row, Input> {
  /** Shown in place of the rows if they cannot be loaded. */
  loadFailure: string
  /** A retry with the same `key` adds no second record, even if the first response was lost. */
  create: UseMutationOptions<Row, Error, { input: Input; key: string }>
  update: UseMutationOptions<Row, Error, { id: number; input: Input }>
  remove: UseMutationOptions<undefined, Error, number>
  removeMany: UseMutationOptions<BulkDeleteAnswer, Error, readonly number[]>
}

/** The props of a record dialog. */
export interface CrudDialogProps<Row> {
  editing: Row | 'new'
  onClose: () => void
}
