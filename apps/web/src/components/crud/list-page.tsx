import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'

import type { Column } from '@/components/data-table/column'
import { DataTable } from '@/components/data-table/data-table'
import type { ExportItems } from '@/components/data-table/export/export-plan'
import { ToolbarButton, type ToolbarItem } from '@/components/data-table/table-toolbar'
import { type ChosenRows, useDataTable } from '@/components/data-table/use-data-table'
import { SearchedDays } from '@/components/date/searched-days'
import type { useListImport } from '@/components/import/list-import'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import type { DateRange } from '@/lib/date-ranges'
import { useBusy } from '@/lib/hooks/use-busy'
import { useOwnChanges } from '@/lib/hooks/use-own-changes'
import type { Facet } from '@/lib/rows/row-facets'
import type { ConfirmDeleteProps } from './confirm-delete-dialog'
import type { CrudResource } from './crud-resource'

const icons = { Edit: Pencil, View: Eye }

interface RowButtonsProps {
  open: keyof typeof icons
  isRemoved: boolean
  onOpen: () => void
  onDelete: () => void
}

function RowButtons({ open, isRemoved, onOpen, onDelete }: RowButtonsProps) {
  const Icon = icons[open]
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={open}
        aria-disabled={isRemoved}
        onClick={onOpen}
      >
        <Icon aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Delete"
        aria-disabled={isRemoved}
        onClick={onDelete}
        className="text-muted-foreground group-focus-within/row:text-destructive group-hover/row:text-destructive hover:text-destructive"
      >
        <Trash2 aria-hidden />
      </Button>
    </>
  )
}

function AddFirst({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3">
      <p className="text-base font-medium">{text}</p>
      <div className="flex flex-wrap justify-center gap-2">{children}</div>
    </div>
  )
}

/** Deletes many rows at once. Stays busy until the list is reloaded, when the button goes too. */
function useBulkDelete(removeMany: CrudResource<never, never>['removeMany'], list: UseQueryResult) {
  const { mutateAsync } = useMutation(removeMany)
  const { isBusy, begin, end } = useBusy()

  async function deleteMany(ids: readonly number[]) {
    if (!begin()) return
    try {
      await mutateAsync(ids)
      // Joins the refetch that the success started, instead of starting another one.
      await list.refetch({ cancelRefetch: false })
    } catch {
      // The mutation shows a toast, and the selection stays.
    }
    end()
  }

  return { isDeleting: isBusy, deleteMany }
}

const ConfirmDeleteDialog = lazyDialog<ConfirmDeleteProps<undefined>>(() =>
  import('./confirm-delete-dialog').then((file) => file.ConfirmDeleteDialog),
)

interface ListTool extends Omit<ToolbarItem, 'run'> {
  /** Gets the rows that the user has selected, or found by a search and filters. */
  run: (chosen: ChosenRows | undefined) => void
}

export interface ListPageProps<Row extends object> {
  title: string
  /** Part of the storage key of the column choice. */
  name: string
  label: string
  resource: Pick<CrudResource<Row, never>, 'loadFailure' | 'remove' | 'removeMany'>
  records: UseQueryResult<Row[]>
  /** The days of the records, if the user can choose them. */
  range?: DateRange
  onRange?: (range: DateRange) => void
  columns: readonly Column<Row>[]
  facets?: readonly Facet<Row>[]
  texts: {
    search: string
    loading: string
    empty: string
    /** Leads a new shop to its first record. */
    addFirst: string
    confirmDelete: string
  }
  /** The shop has no such record yet. By default, it has none if the list is empty. */
  hasNoneYet?: boolean
  /** Shown in the toolbar, beside the search and the facets. */
  filters?: ReactNode
  /** Shown at the end of the toolbar, and in the hint of an empty list. */
  create: ReactNode
  /** Buttons of the toolbar. On a phone, they are items of the View menu. */
  tools?: readonly ListTool[]
  /** The import of this list, if it has one that the user may use. */
  listImport?: ReturnType<typeof useListImport>
  /** See DataTable. */
  renderSelection?: (ids: number[]) => ReactNode
  /** See DataTable. */
  items?: ExportItems<Row>
  getId: (row: Row) => number
  /** Keep this and `onOpen` the same function in every render, or all rows render again. */
  rowName: (row: Row) => string
  /** Names a row in the question before its deletion. The default is `rowName`. */
  describe?: (row: Row) => string
  /** Says what uses a row, or is deleted with it, in the question before its deletion. */
  usage?: (row: Row) => string | undefined
  /** The name of the button that opens a row. */
  open: 'Edit' | 'View'
  onOpen: (row: Row) => void
}

/** A screen with one table. Its rows can be opened, deleted singly after a question, or deleted in bulk. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, name, resource, records, range, onRange, columns, facets, texts } = props
  const { getId, open, onOpen, listImport, hasNoneYet = records.data?.length === 0 } = props
  const [deleting, setDeleting] = useState<Row | null>(null)
  const { isDeleting, deleteMany } = useBulkDelete(resource.removeMany, records)
  const isOwnChange = useOwnChanges(records, range)
  const table = useDataTable({ name, rows: records.data, isOwnChange, columns, getId, facets })

  const tools = [...(listImport ? [listImport.tool] : []), ...(props.tools ?? [])].map(
    ({ run, ...tool }) => ({ ...tool, run: () => run(table.chosen()) }),
  )

  const renderButtons = useCallback(
    (row: Row, isRemoved: boolean) => (
      <RowButtons
        open={open}
        isRemoved={isRemoved}
        onOpen={() => onOpen(row)}
        onDelete={() => setDeleting(row)}
      />
    ),
    [open, onOpen],
  )

  return (
    <div className="grid gap-6">
      <PageHeader title={title} />
      <DataTable
        {...props}
        {...texts}
        table={table}
        searchPlaceholder={texts.search}
        list={records}
        failure={resource.loadFailure}
        emptyHint={
          hasNoneYet && (
            <AddFirst text={texts.addFirst}>
              {props.create}
              {listImport?.button}
            </AddFirst>
          )
        }
        filteredHint={range && onRange && <SearchedDays range={range} onRange={onRange} />}
        rowActions={renderButtons}
        actions={
          <>
            {tools.map((item) => (
              <ToolbarButton key={item.label} {...item} />
            ))}
            {props.create}
          </>
        }
        phoneItems={tools}
        onDelete={(ids) => void deleteMany(ids)}
        isDeleting={isDeleting}
      />
      {deleting !== null && (
        <ConfirmDeleteDialog
          id={getId(deleting)}
          remove={resource.remove}
          question={texts.confirmDelete}
          record={(props.describe ?? props.rowName)(deleting)}
          usage={props.usage?.(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}
