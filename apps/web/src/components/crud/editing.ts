/** What a dialog for one kind of records is given while it is open. */
export interface Editing<Row> {
  editing: Row | 'new'
  onClose: () => void
}
