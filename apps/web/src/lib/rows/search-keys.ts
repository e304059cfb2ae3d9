import { fold } from './fold'
import type { KeyColumn } from './key-column'
import { stepSize, type Steps } from './steps'

/** One string a row with all that the search finds in it. */
export function* buildSearchKeys<Row>(
  rows: readonly Row[],
  columns: readonly KeyColumn<Row>[],
): Steps<string[]> {
  const searched = columns.filter(({ isSearched }) => isSearched !== false)
  const keys: string[] = []
  for (const row of rows) {
    const texts = searched
      .map(({ value }) => value(row))
      .filter((value) => typeof value === 'string')
    // No word has a line break in it, so none is found across two columns.
    keys.push(fold(texts.join('\n')))
    if (keys.length % stepSize === 0) yield
  }
  return keys
}

export function toWords(search: string) {
  return fold(search).split(/\s+/).filter(Boolean)
}
