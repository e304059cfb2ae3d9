import { memoizeSteps, runToEnd, type Steps } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'
import {
  buildSearchKeys,
  equalsSearch,
  firstColumnEnd,
  foldText,
  matchesSearch,
  type SearchKeys,
  toSearchTerms,
} from './text-search'

export interface PickerMatches<Row> {
  rows: Row[]
  /** The number of matches, which may exceed the rows shown. */
  count: number
}

export interface PickerSearch<Row> {
  /** Builds the search keys ahead of time. A search before that waits for the rest. */
  prepare: () => Steps<unknown>
  find: (search: string) => PickerMatches<Row>
  /** The row whose code equals the search. */
  findByCode: (search: string) => Row | undefined
  /** Like `find`, without the rows whose code begins with the search. */
  findByText: (search: string) => PickerMatches<Row>
}

/** Users refine the search instead of reading more rows. */
const maxShown = 50

/**
 * Finds rows that contain all words of a search. Rows that begin with the search come first, then
 * rows that match by their first column, which is the name, and last those whose code begins with it.
 */
export function createPickerSearch<Row>(
  rows: readonly Row[],
  columns: readonly IndexedColumn<Row>[],
): PickerSearch<Row> {
  const prepare = memoizeSteps(() => buildSearchKeys(rows, columns))

  const find = (search: string) => findIn(runToEnd(prepare()), search)
  const findByText = (search: string) => findIn({ ...runToEnd(prepare()), starts: [] }, search)

  function findByCode(search: string) {
    const keys = runToEnd(prepare())
    const terms = toSearchTerms(search)
    return rows.find((_row, position) => equalsSearch(keys, position, terms))
  }

  function findIn(keys: SearchKeys, search: string) {
    const terms = toSearchTerms(search)
    const { words } = terms
    const prefix = foldText(search.trim())
    const [prefixMatches, nameMatches, rest]: [Row[], Row[], Row[]] = [[], [], []]
    let count = 0
    for (const [position, row] of rows.entries()) {
      if (!matchesSearch(keys, position, terms)) continue
      const key = keys.texts[position] ?? ''
      count += 1
      const name = key.slice(0, firstColumnEnd(key))
      const isNameMatch = words.every((word) => name.includes(word))
      const group = key.startsWith(prefix) ? prefixMatches : isNameMatch ? nameMatches : rest
      if (group.length < maxShown) group.push(row)
    }
    return { rows: [...prefixMatches, ...nameMatches, ...rest].slice(0, maxShown), count }
  }

  return { prepare, find, findByCode, findByText }
}
