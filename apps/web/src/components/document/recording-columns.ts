import type { Column } from '@/components/data-table/column'
import { formatDateTime } from '@/lib/format'

export interface RecordedDocument {
  createdAt: string
  createdByName: string
}

/** When a document was recorded, and by whom. Its own day may be another one. */
export const recordingColumns: Column<RecordedDocument>[] = [
  {
    id: 'time',
    title: 'Time',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => formatDateTime(createdAt),
    exportKind: 'instant',
    // A search for "20" would match every year.
    isSearched: false,
    isHiddenAtFirst: true,
    className: 'tabular-nums',
  },
  {
    id: 'recorded-by',
    title: 'Recorded by',
    value: ({ createdByName }) => createdByName,
    isSearched: false,
    isHiddenAtFirst: true,
    className: 'max-w-40 truncate',
  },
]
