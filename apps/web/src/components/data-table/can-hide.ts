import type { PageTable } from './use-page-table'

/** One column always stays. */
export function canHide<Row extends object>(table: PageTable<Row>, id: string) {
  return table.getVisibleLeafColumns().some((column) => column.id !== id)
}
