import { memoizeSteps, type Steps } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'
import { buildSearchKeys, firstColumnEnd, foldText, toSearchWords } from './text-search'

export interface PickerMatches<Row> {
  rows: Row[]
  /** The number of matches, which may exceed the rows shown. */
  count: number
}

export interface PickerSearch<Row> {
  /** Builds the search keys ahead of time. A search before that waits for the rest. */
  prepare: () => Steps<unknown>
  find: (search: string) => PickerMatches<Row>
}

/** Users refine the search instead of reading more rows. */
const maxShown = 50

/**
 * Finds rows that contain all words of a search. Rows that begin with the search come first, then
 * rows that match by their first column, which is the name.
 */
export function createPickerSearch<Row>(
  rows: readonly Row[],
  columns: readonly IndexedColumn<Row>[],
): PickerSearch<Row> {
  const prepare = memoizeSteps(() => buildSearchKeys(rows, columns))

  function find(search: string) {
    const keys = finish(prepare())
    const words = toSearchWords(search)
    const prefix = foldText(search.trim())
    const [prefixMatches, nameMatches, rest]: [Row[], Row[], Row[]] = [[], [], []]
    let count = 0
    for (const [position, row] of rows.entries()) {
      const key = keys[position] ?? ''
      if (!words.every((word) => key.includes(word))) continue
      count += 1
      const name = key.slice(0, firstColumnEnd(key))
      const isNameMatch = words.every((word) => name.includes(word))
      const group = key.startsWith(prefix) ? prefixMatches : isNameMatch ? nameMatches : rest
      if (group.length < maxShown) group.push(row)
    }
    return { rows: [...prefixMatches, ...nameMatches, ...rest].slice(0, maxShown), count }
  }

  return { prepare, find }
}

function finish<Result>(steps: Steps<Result>) {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
