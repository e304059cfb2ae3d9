/** The parts of a column that searching and sorting need. */
export interface IndexedColumn<Row> {
  id: string
  /** The value to sort by; null sorts last in both directions. */
  value: (row: Row) => string | number | null
  /** Defaults to true for text values. */
  isSearched?: boolean
  /** The text to search instead of the value. */
  searchText?: (row: Row) => string
  /** Texts in lower case that a search may equal or begin, instead of the value, such as a code. */
  searchStarts?: (row: Row) => readonly string[]
}
