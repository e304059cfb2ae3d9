import type { ActivityResource, BulkDeleteAnswer } from '@stockie/contracts'
import type { UseMutationOptions, UseQueryOptions } from '@tanstack/react-query'

export interface CrudRow {
  id: number
  name: string
}

/** The path of a list, and its query. */
type ListKey = (string | Record<string, string>)[]

/** An edit that fails if the record no longer has this version. Rows of an older program have none. */
interface UpdateRequest<Input> {
  id: number
  input: Input
  version?: number | undefined
  /** The same for all saves of one form, so that the API counts the change of a stock once. */
  key: string
}

export interface CreateRequest<Input> {
  input: Input
  /** A retry with the same key adds no second record, even if the first response was lost. */
  key: string
  /** Ends the wait for the answer. */
  signal: AbortSignal
}

/** The calls of a resource for its screen of records; resources/resource-requests.ts creates it. */
export interface CrudResource<Row, Input> {
  path: ActivityResource
  /** Shown in place of the rows if they cannot be loaded. */
  loadFailure: string
  create: UseMutationOptions<Row, Error, CreateRequest<Input>>
  update: UseMutationOptions<Row, Error, UpdateRequest<Input>>
  remove: UseMutationOptions<undefined, Error, number>
  /** Brings a deleted record back. Does nothing to any other. */
  restore?: UseMutationOptions<unknown, Error, number>
  removeMany: UseMutationOptions<BulkDeleteAnswer, Error, readonly number[]>
  /** A list that holds this record, if it still exists. */
  listWith: (row: Row) => UseQueryOptions<Row[], Error, Row[], ListKey>
  /** A list of all records, if an edit can move a record out of `listWith`. */
  wholeList?: () => UseQueryOptions<Row[], Error, Row[], ListKey>
}

/** The props of a record dialog. */
export interface CrudDialogProps<Row> {
  editing: Row | 'new'
  onClose: () => void
}
