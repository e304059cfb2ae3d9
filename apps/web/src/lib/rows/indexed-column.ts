/** What the pipeline needs to know of a column. */
export interface IndexedColumn<Row> {
  id: string
  /** What sorting compares; null sorts last, both ways. */
  value: (row: Row) => string | number | null
  /** By default the search finds the value where it is text. */
  isSearched?: boolean
  /** What the search finds in place of the value. */
  searchText?: (row: Row) => string
}
