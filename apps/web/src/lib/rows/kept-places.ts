interface Newer<Row> {
  /** The rows that the page would show now. */
  page: readonly Row[]
  /** The rows of all pages. */
  all: readonly Row[]
}

/**
 * The shown rows in their places, each in its newest version. A row that no longer exists keeps its
 * last version.
 */
export function keepPlaces<Row>(
  shown: readonly Row[],
  { page, all }: Newer<Row>,
  getId: (row: Row) => number,
) {
  const newest = findRows(new Set(shown.map(getId)), [page, all], getId)
  const removed = new Set<number>()
  const rows = shown.map((row) => {
    const id = getId(row)
    const latest = newest.get(id)
    if (!latest) removed.add(id)
    return latest ?? row
  })
  return { rows, removed: removed as ReadonlySet<number> }
}

/** The number of rows in `page` that did not exist among the rows `before`. */
export function countNewRows<Row>(
  page: readonly Row[],
  before: readonly Row[],
  getId: (row: Row) => number,
) {
  const ids = new Set(page.map(getId))
  return ids.size - findRows(ids, [before], getId).size
}

/** Searches the lists in turn, and stops when all rows are found. */
function findRows<Row>(
  ids: ReadonlySet<number>,
  lists: readonly (readonly Row[])[],
  getId: (row: Row) => number,
) {
  const found = new Map<number, Row>()
  for (const list of lists) {
    for (const row of list) {
      if (found.size === ids.size) return found
      const id = getId(row)
      if (ids.has(id) && !found.has(id)) found.set(id, row)
    }
  }
  return found
}
