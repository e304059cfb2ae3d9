import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useState, type ComponentType, type ReactNode } from 'react'

import type { Column } from '@/components/data-table/column'
import { DataTable } from '@/components/data-table/data-table'
import { useDataTable } from '@/components/data-table/use-data-table'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import type { Facet } from '@/lib/rows/facet'

import { ConfirmDelete } from './confirm-delete'
import type { CrudResource } from './crud-resource'
import type { Editing } from './editing'
import { RowButtons } from './row-buttons'
import { useBulkDelete } from './use-bulk-delete'
import { useKeptFocus } from './use-kept-focus'

interface CrudRow {
  id: number
  name: string
}

interface CrudPageProps<Row extends CrudRow> {
  title: string
  /** The column choice is kept by it. */
  name: string
  label: string
  resource: Pick<CrudResource<Row, never, never>, 'loadFailure' | 'remove' | 'removeMany'>
  records: UseQueryResult<Row[]>
  columns: readonly Column<Row>[]
  facets?: readonly Facet<Row>[]
  texts: { search: string; loading: string; empty: string; confirmDelete: string }
  /** In the toolbar, beside the search and the facets. */
  filters?: ReactNode
  /** Mounted while it is open. */
  Dialog: ComponentType<Editing<Row>>
}

/** A screen of records: their table, the dialog that adds and edits them, and both ways to delete. */
export function CrudPage<Row extends CrudRow>(props: CrudPageProps<Row>) {
  const { title, name, label, resource, records, columns, facets, texts, filters, Dialog } = props
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const { isDeleting, deleteMany } = useBulkDelete(resource.removeMany, records)
  const keptFocus = useKeptFocus()
  const table = useDataTable({ name, rows: records.data, columns, getId, facets })

  // The same one in every render, or all rows would be drawn again with each.
  const showButtons = useCallback(
    (row: Row) => <RowButtons onEdit={() => setEditing(row)} onDelete={() => setDeleting(row)} />,
    [],
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
        rowName={getName}
        rowActions={showButtons}
        filters={filters}
        actions={
          <Button onClick={() => setEditing('new')}>
            <Plus aria-hidden />
            Create
          </Button>
        }
        onDelete={(ids) => void deleteMany(ids)}
        isDeleting={isDeleting}
      />
      {editing !== null && <Dialog editing={editing} onClose={() => setEditing(null)} />}
      {deleting !== null && (
        <ConfirmDelete
          id={deleting.id}
          remove={resource.remove}
          question={texts.confirmDelete}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}

function getId({ id }: CrudRow) {
  return id
}

function getName({ name }: CrudRow) {
  return name
}
