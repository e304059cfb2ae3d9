import { idHeader } from '@stockie/contracts'

import type { KnownRange } from '@/lib/date-ranges'
import type { Column } from '@/components/data-table/column'

export type ExportCell = string | number | null

export interface ExportedColumn {
  title: string
  kind: 'plain' | 'money' | 'day' | 'instant'
}

/** A line of a sale or of a purchase. */
interface ItemLine {
  productName: string
  price: number
  quantity: number
  total: number
}

export interface ExportItems<Row> {
  /** The title of the price of a line. */
  priceTitle: string
  /** Loads the lines of the wanted rows, which are some of the listed ones. */
  load: (
    listed: readonly Row[],
    wanted: readonly Row[],
    signal: AbortSignal,
  ) => Promise<(row: Row) => readonly ItemLine[]>
}

/** The parts of a DataTableModel that an export needs. `never` stands for any type of row. */
export interface ExportedTable {
  /** The name of the screen. */
  name: string
  getId: (row: never) => number
  columns: ReadonlyMap<string, Column<never>>
  found: { index: { rows: readonly object[] }; page: { matches: Uint32Array } } | null
}

export interface ExportChoice {
  columns: 'visible' | 'all'
  /** The ids of the visible columns, in their order. */
  visible: readonly string[]
  /** Loads the lines if the file gets one row for each of them. */
  items: ExportItems<never> | undefined
  /** Makes the ids of this shop recognizable. */
  shopKey?: string | undefined
}

/** What a file holds: its columns, and the rows of each record. */
export interface ExportPlan {
  columns: ExportedColumn[]
  records: readonly object[]
  /** Loads what the rows of the table lack. */
  prepare: (signal: AbortSignal) => Promise<(record: object) => ExportCell[][]>
}

/** A cell that shows 'N/A' is empty in a file. */
type ReadCell = (record: object) => ExportCell

export function planExport(table: ExportedTable, choice: ExportChoice): ExportPlan {
  const { rows: listed, records } = readRecords(table)
  const { columns, read } = planColumns(table, choice)
  const { items } = choice
  if (!items) {
    const toRows = (record: object) => [read.map((readCell) => readCell(record))]
    return { columns, records, prepare: () => Promise.resolve(toRows) }
  }

  async function prepare(signal: AbortSignal) {
    const linesOf = await (items as ExportItems<object>).load(listed, records, signal)
    return (record: object) => toItemRows(columns, read, record, linesOf(record))
  }
  return { columns: [...columns, ...itemColumns(items.priceTitle)], records, prepare }
}

/** The rows that the search and the facets found, on all pages, in their order. */
function readRecords({ found }: ExportedTable) {
  const rows = found?.index.rows ?? []
  const records: object[] = []
  for (const position of found?.page.matches ?? []) {
    const row = rows[position]
    if (row) records.push(row)
  }
  return { rows, records }
}

function planColumns(table: ExportedTable, { columns: scope, visible, shopKey }: ExportChoice) {
  const columns: ExportedColumn[] = []
  const read: ReadCell[] = []
  const isAll = scope === 'all'
  if (isAll && !table.columns.has('id')) {
    columns.push({ title: idHeader(shopKey), kind: 'plain' })
    read.push(table.getId as ReadCell)
  }
  for (const id of isAll ? table.columns.keys() : visible) {
    const column = table.columns.get(id) as Column<object> | undefined
    if (!column) continue
    const { title, exportKind: kind = 'plain', exportValue = column.value, exportedNext } = column
    columns.push({ title: isAll && title === 'ID' ? idHeader(shopKey) : title, kind })
    read.push((record) => {
      const value = exportValue(record)
      return value === '' ? null : value
    })
    if (!isAll || !exportedNext) continue
    columns.push({ title: exportedNext.title, kind: 'money' })
    read.push(exportedNext.amount)
  }
  return { columns, read }
}

function itemColumns(priceTitle: string): ExportedColumn[] {
  return [
    { title: 'Product', kind: 'plain' },
    { title: priceTitle, kind: 'plain' },
    { title: 'Quantity', kind: 'plain' },
    { title: 'Line total', kind: 'money' },
  ]
}

/** Only the first row has the amounts of the document, so that the sum of each column is right. */
function toItemRows(
  columns: readonly ExportedColumn[],
  read: readonly ReadCell[],
  record: object,
  lines: readonly ItemLine[],
) {
  const first = read.map((readCell) => readCell(record))
  // A document that was deleted meanwhile has no lines. Its amounts stay in the file.
  if (lines.length === 0) return [[...first, null, null, null, null]]
  const others = first.map((cell, place) => (columns[place]?.kind === 'money' ? null : cell))
  return lines.map(({ productName, price, quantity, total }, place) => [
    ...(place === 0 ? first : others),
    productName,
    price,
    quantity,
    total,
  ])
}

const fileNames: Record<string, string> = { summary: 'product-summary' }

/**
 * 'sales-2026-11-01-to-2026-11-30.csv'; a list without a range has the current day. Figures of then also have the day on
 * which they were known.
 */
export function nameFile(
  table: Pick<ExportedTable, 'name'>,
  days: KnownRange,
  { hasItems, format }: { hasItems: boolean; format: string },
) {
  const name = (fileNames[table.name] ?? table.name) + (hasItems ? '-items' : '')
  const last = days.from === days.to ? '' : `-to-${days.to}`
  const known = days.asOf === undefined ? '' : `-as-known-on-${days.asOf}`
  return `${name}-${days.from}${last}${known}.${format}`
}
