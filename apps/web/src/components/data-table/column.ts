import type { ReactNode } from 'react'

import type { KeyColumn } from '@/lib/rows/key-column'

export interface Column<Row> extends KeyColumn<Row> {
  /** In the header and in the View menu. */
  title: string
  /** By default the value, and N/A for null. */
  cell?: (row: Row) => ReactNode
  align?: 'right'
  /** Of every cell, not of the header. */
  className?: string
}
