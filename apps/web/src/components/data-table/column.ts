import type { ReactNode } from 'react'

import type { IndexedColumn } from '@/lib/rows/indexed-column'

export interface Column<Row> extends IndexedColumn<Row> {
  /** In the header and in the View menu. */
  title: string
  /** By default the value, and N/A for null. */
  cell?: (row: Row) => ReactNode
  align?: 'right'
  /** Of every cell, not of the header. */
  className?: string
}
