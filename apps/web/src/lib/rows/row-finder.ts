import { shareSteps, type Steps } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'
import { buildSearchKeys, firstColumnEnd, foldText, toSearchWords } from './row-search'

export interface Found<Row> {
  rows: Row[]
  /** How many match, also those that are too many to show. */
  count: number
}

export interface RowFinder<Row> {
  /** Gets ready; whoever searches earlier waits for what is left of it. */
  prepare: () => Steps<unknown>
  find: (search: string) => Found<Row>
}

/** More than this nobody looks through: one types another letter. */
const shownAtMost = 50

/**
 * Finds rows by all the words of a search. Those that begin with it come first, then those whose
 * first column has all of it: a name is nearer than the category that it is in.
 */
export function makeRowFinder<Row>(
  rows: readonly Row[],
  columns: readonly IndexedColumn<Row>[],
): RowFinder<Row> {
  const prepare = shareSteps(() => buildSearchKeys(rows, columns))

  function find(search: string) {
    const keys = finish(prepare())
    const words = toSearchWords(search)
    const start = foldText(search.trim())
    const [first, named, others]: [Row[], Row[], Row[]] = [[], [], []]
    let count = 0
    for (const [position, row] of rows.entries()) {
      const key = keys[position] ?? ''
      if (!words.every((word) => key.includes(word))) continue
      count += 1
      const name = key.slice(0, firstColumnEnd(key))
      const isNamed = words.every((word) => name.includes(word))
      const place = key.startsWith(start) ? first : isNamed ? named : others
      if (place.length < shownAtMost) place.push(row)
    }
    return { rows: [...first, ...named, ...others].slice(0, shownAtMost), count }
  }

  return { prepare, find }
}

function finish<Result>(steps: Steps<Result>) {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
