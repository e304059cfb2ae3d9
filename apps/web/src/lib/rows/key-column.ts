/** What the pipeline needs to know of a column. */
export interface KeyColumn<Row> {
  id: string
  /** What sorting compares and the search finds; null sorts last, both ways. */
  value: (row: Row) => string | number | null
  /** By default text is searched and numbers are not. */
  isSearched?: boolean
}
