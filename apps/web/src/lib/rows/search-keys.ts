import { fold } from './fold'
import type { KeyColumn } from './key-column'
import { stepSize, type Steps } from './steps'

/** One string a row with all that the search finds in it. */
export function* buildSearchKeys<Row>(
  rows: readonly Row[],
  columns: readonly KeyColumn<Row>[],
): Steps<string[]> {
  const searched = columns.filter(({ isSearched }) => isSearched !== false)
  const isFound = (value: string | number | null, { isSearched }: KeyColumn<Row>) =>
    typeof value === 'string' || (isSearched && value !== null)
  const keys: string[] = []
  for (const row of rows) {
    const texts = []
    for (const column of searched) {
      const value = column.value(row)
      if (isFound(value, column)) texts.push(value)
    }
    // No word has a line break in it, so none is found across two columns.
    keys.push(fold(texts.join('\n')))
    if (keys.length % stepSize === 0) yield
  }
  return keys
}

export function toWords(search: string) {
  return fold(search).split(/\s+/).filter(Boolean)
}
