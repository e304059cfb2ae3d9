import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useState, type ReactNode } from 'react'

import type { Column } from '@/components/data-table/column'
import { DataTable } from '@/components/data-table/data-table'
import { useDataTable } from '@/components/data-table/use-data-table'
import { lazyDialog } from '@/components/lazy-dialog'
import { PageHeader } from '@/components/page-header'
import type { Facet } from '@/lib/rows/facet'

import type { CrudResource } from './crud-resource'
import { RowButtons } from './row-buttons'
import { useBulkDelete } from './use-bulk-delete'
import { useKeptFocus } from './use-kept-focus'

const ConfirmDelete = lazyDialog(() =>
  import('./confirm-delete').then((file) => file.ConfirmDelete),
)

export interface ListPageProps<Row extends object> {
  title: string
  /** The column choice is kept by it. */
  name: string
  label: string
  resource: Pick<CrudResource<Row, never>, 'loadFailure' | 'remove' | 'removeMany'>
  records: UseQueryResult<Row[]>
  columns: readonly Column<Row>[]
  facets?: readonly Facet<Row>[]
  texts: { search: string; loading: string; empty: string; confirmDelete: string }
  /** In the toolbar, beside the search and the facets. */
  filters?: ReactNode
  /** At the toolbar's end. */
  create: ReactNode
  getId: (row: Row) => number
  /** This and what follows: the same in every render, or all rows are drawn with each. */
  rowName: (row: Row) => string
  /** What opens a row. */
  open: 'Edit' | 'View'
  onOpen: (row: Row) => void
}

/** A screen with one table, whose rows can be opened and deleted: one that is asked about, or many. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, name, label, resource, records, columns, facets, texts } = props
  const { getId, open, onOpen } = props
  const [deleting, setDeleting] = useState<Row | null>(null)
  const { isDeleting, deleteMany } = useBulkDelete(resource.removeMany, records)
  const keptFocus = useKeptFocus()
  const table = useDataTable({ name, rows: records.data, columns, getId, facets })

  const showButtons = useCallback(
    (row: Row) => (
      <RowButtons open={open} onOpen={() => onOpen(row)} onDelete={() => setDeleting(row)} />
    ),
    [open, onOpen],
  )

  return (
    <div {...keptFocus} className="grid gap-6">
      <PageHeader title={title} />
      <DataTable
        table={table}
        label={label}
        searchPlaceholder={texts.search}
        list={records}
        loading={texts.loading}
        failure={resource.loadFailure}
        empty={texts.empty}
        rowName={props.rowName}
        rowActions={showButtons}
        filters={props.filters}
        actions={props.create}
        onDelete={(ids) => void deleteMany(ids)}
        isDeleting={isDeleting}
      />
      {deleting !== null && (
        <ConfirmDelete
          id={getId(deleting)}
          remove={resource.remove}
          question={texts.confirmDelete}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}
