import type { FoundPage } from '@/lib/rows/find-page'
import type { RowIndex } from '@/lib/rows/row-index'

interface Found<Row> {
  index: RowIndex<Row>
  page: FoundPage<Row>
}

/** The ids that are selected and match. */
export function findSelected<Row>(
  { index, page }: Found<Row>,
  selected: ReadonlySet<number>,
  getId: (row: Row) => number,
) {
  const ids: number[] = []
  if (selected.size === 0) return ids
  for (const position of page.matches) {
    const row = index.rows[position]
    const id = row && getId(row)
    if (id !== undefined && selected.has(id)) ids.push(id)
  }
  return ids
}
