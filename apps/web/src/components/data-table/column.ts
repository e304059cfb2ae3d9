import type { ReactNode } from 'react'

import type { IndexedColumn } from '@/lib/rows/indexed-column'

export interface Column<Row> extends IndexedColumn<Row> {
  /** Shown in the header and in the View menu. */
  title: string
  /** By default the value, or 'N/A' if there is none. */
  cell?: (row: Row) => ReactNode
  /** The value in an exported file, by default `value`. */
  exportValue?: (row: Row) => string | number | null
  /** How a spreadsheet shows that value, by default as a text or a plain number. */
  exportKind?: 'money' | 'day' | 'instant'
  /** An amount without a column in the list. A file with all columns has it after this one. */
  exportedNext?: { title: string; amount: (row: Row) => number }
  /** Hidden until the user shows it in the View menu. */
  isHiddenAtFirst?: boolean
  align?: 'right'
  /** The class of every cell, but not of the header. */
  className?: string
}
