/** Something that rows are sorted out by: one value a row, of which one chooses some. */
export interface Facet<Row> {
  /** In the URL. */
  id: string
  title: string
  value: (row: Row) => string
  /** To be offered though no row may have them. */
  known?: readonly string[]
}
