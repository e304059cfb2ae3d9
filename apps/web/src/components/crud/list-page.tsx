import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'

import type { Column } from '@/components/data-table/column'
import { DataTable } from '@/components/data-table/data-table'
import { useDataTable } from '@/components/data-table/use-data-table'
import { lazyDialog } from '@/components/lazy-dialog'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { focusMain } from '@/lib/focus'
import { useBusy } from '@/lib/hooks/use-busy'
import type { Facet } from '@/lib/rows/row-facets'
import type { CrudResource } from './crud-resource'

const icons = { Edit: Pencil, View: Eye }

interface RowButtonsProps {
  open: keyof typeof icons
  onOpen: () => void
  onDelete: () => void
}

function RowButtons({ open, onOpen, onDelete }: RowButtonsProps) {
  const Icon = icons[open]
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={open} onClick={onOpen}>
        <Icon aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Delete"
        onClick={onDelete}
        className="text-destructive hover:text-destructive"
      >
        <Trash2 aria-hidden />
      </Button>
    </>
  )
}

/** Deletes many at once, and is done when the list is without them: the button goes as they do. */
function useBulkDelete(removeMany: CrudResource<never, never>['removeMany'], list: UseQueryResult) {
  const { mutateAsync } = useMutation(removeMany)
  const { isBusy, begin, end } = useBusy()

  async function deleteMany(ids: readonly number[]) {
    if (!begin()) return
    try {
      await mutateAsync(ids)
      // The reading that the success has begun, not another one.
      await list.refetch({ cancelRefetch: false })
    } catch {
      // Said in a toast; what is selected stays so.
    }
    end()
  }

  return { isDeleting: isBusy, deleteMany }
}

/** A row that was deleted, or went to another page, takes its button away with the focus on it. */
function useFocusAfterRowRemoval() {
  const last = useRef<Element>(null)

  useEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) focusMain()
  })

  return {
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      // A dialog keeps its own: its events come here too, though it stands elsewhere in the page.
      last.current = currentTarget.contains(target) ? target : null
    },
  }
}

const ConfirmDeleteDialog = lazyDialog(() =>
  import('./confirm-delete-dialog').then((file) => file.ConfirmDeleteDialog),
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
  const keptFocus = useFocusAfterRowRemoval()
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
        <ConfirmDeleteDialog
          id={getId(deleting)}
          remove={resource.remove}
          question={texts.confirmDelete}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}
