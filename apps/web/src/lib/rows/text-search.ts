import { forEachRange, type Steps, stepSize } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'

const ascii = /^[\p{ASCII}]*$/u
const marks = /\p{M}/gu

/** 'ÉMILIE' and 'Émilie' become 'emilie', so that a search ignores case and accents. */
export function foldText(text: string) {
  if (ascii.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').toLowerCase().replace(marks, '')
}

const separator = '\n'

/** One string for each row, with all its searched text. */
export function* buildSearchKeys<Row>(
  rows: readonly Row[],
  columns: readonly IndexedColumn<Row>[],
): Steps<string[]> {
  const searched = columns.filter(({ isSearched }) => isSearched !== false)
  const keys: string[] = []
  for (const row of rows) {
    const texts = []
    for (const column of searched) {
      const text = textOf(column, row)
      if (text !== null) texts.push(text)
    }
    // No search word contains a line break, so no match spans two columns.
    keys.push(foldText(texts.join(separator)))
    if (keys.length % stepSize === 0) yield
  }
  return keys
}

function textOf<Row>({ value: valueOf, isSearched, searchText }: IndexedColumn<Row>, row: Row) {
  if (searchText) return searchText(row)
  const value = valueOf(row)
  return typeof value === 'string' || isSearched ? value : null
}

/** The length of the first column's text in a key. */
export function firstColumnEnd(key: string) {
  const end = key.indexOf(separator)
  return end === -1 ? key.length : end
}

export function toSearchWords(search: string) {
  return foldText(search).split(/\s+/).filter(Boolean)
}

/**
 * Finds the positions of rows whose keys contain all words. A search that extends the last one, as
 * while typing, scans only the last matches.
 */
export function createTextSearch(rowCount: number, searchKeys: () => Steps<string[]>) {
  const all = new Uint32Array(rowCount).map((_, position) => position)
  let last: { words: readonly string[]; found: Uint32Array } = { words: [], found: all }

  return function* searchRows(words: readonly string[]): Steps<Uint32Array> {
    if (words.length === 0) return all
    if (words.join(' ') === last.words.join(' ')) return last.found
    const candidates = isNarrower(words, last.words) ? last.found : all
    const found = yield* findPositions(yield* searchKeys(), words, candidates)
    last = { words, found }
    return found
  }
}

function isNarrower(words: readonly string[], previous: readonly string[]) {
  return previous.every((old) => words.some((word) => word.includes(old)))
}

function* findPositions(
  keys: readonly string[],
  words: readonly string[],
  candidates: Uint32Array,
): Steps<Uint32Array> {
  const found = new Uint32Array(candidates.length)
  let count = 0
  yield* forEachRange(candidates.length, (from, to) => {
    for (const position of candidates.subarray(from, to)) {
      const key = keys[position] ?? ''
      if (!words.every((word) => key.includes(word))) continue
      found[count] = position
      count += 1
    }
  })
  return found.slice(0, count)
}
