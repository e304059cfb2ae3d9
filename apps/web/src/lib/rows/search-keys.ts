import { fold } from './fold'
import type { KeyColumn } from './key-column'
import { stepSize, type Steps } from './steps'

const between = '\n'

/** One string a row with all that the search finds in it. */
export function* buildSearchKeys<Row>(
  rows: readonly Row[],
  columns: readonly KeyColumn<Row>[],
): Steps<string[]> {
  const searched = columns.filter(({ isSearched }) => isSearched !== false)
  const keys: string[] = []
  for (const row of rows) {
    const texts = []
    for (const column of searched) {
      const text = textOf(column, row)
      if (text !== null) texts.push(text)
    }
    // No word has a line break in it, so none is found across two columns.
    keys.push(fold(texts.join(between)))
    if (keys.length % stepSize === 0) yield
  }
  return keys
}

function textOf<Row>({ value: valueOf, isSearched, searchText }: KeyColumn<Row>, row: Row) {
  if (searchText) return searchText(row)
  const value = valueOf(row)
  return typeof value === 'string' || isSearched ? value : null
}

/** How much of a key is of the first column. */
export function firstEnd(key: string) {
  const end = key.indexOf(between)
  return end === -1 ? key.length : end
}

export function toWords(search: string) {
  return fold(search).split(/\s+/).filter(Boolean)
}
