import type { CountAnswer } from '@stockie/contracts'
import type { UseMutationOptions } from '@tanstack/react-query'

/** What a screen of records needs to know of its resource. resources/crud-options.ts makes it. */
export interface CrudResource<Row, Input> {
  /** Stands in the place of the rows when they cannot be loaded. */
  loadFailure: string
  /** The same `key` again, after an answer that never came, adds no second one. */
  create: UseMutationOptions<Row, Error, { input: Input; key: string }>
  update: UseMutationOptions<Row, Error, { id: number; input: Input }>
  remove: UseMutationOptions<undefined, Error, number>
  removeMany: UseMutationOptions<CountAnswer, Error, readonly number[]>
}

/** What a dialog for one kind of records is given while it is open. */
export interface CrudDialogProps<Row> {
  editing: Row | 'new'
  onClose: () => void
}
