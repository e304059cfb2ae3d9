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

export interface SearchKeys {
  /** One string for each row, with all its searched text. */
  texts: string[]
  /** The texts of a row that a search may begin, each between two separators. Empty if no row has any. */
  starts: string[]
}

export function* buildSearchKeys<Row>(
  rows: readonly Row[],
  columns: readonly IndexedColumn<Row>[],
): Steps<SearchKeys> {
  const startsOf = columns.find(({ searchStarts }) => searchStarts)?.searchStarts
  const searched = columns.filter(
    ({ isSearched, searchStarts }) => isSearched !== false && !searchStarts,
  )
  const keys: SearchKeys = { texts: [], starts: [] }
  for (const row of rows) {
    const texts = []
    for (const column of searched) {
      const text = textOf(column, row)
      if (text !== null) texts.push(text)
    }
    // No search word contains a line break, so no match spans two columns.
    keys.texts.push(foldText(texts.join(separator)))
    if (startsOf) keys.starts.push(['', ...startsOf(row), ''].join(separator))
    if (keys.texts.length % stepSize === 0) yield
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

export interface SearchTerms {
  words: readonly string[]
  /** The whole search after a separator. */
  start: string
}

export function toSearchTerms(search: string): SearchTerms {
  const folded = foldText(search).trim()
  return { words: folded.split(/\s+/).filter(Boolean), start: separator + folded }
}

/** Whether a row contains all words, or one of its codes begins with the search. */
export function matchesSearch(
  { texts, starts }: SearchKeys,
  position: number,
  { words, start }: SearchTerms,
) {
  const text = texts[position] ?? ''
  return words.every((word) => text.includes(word)) || starts[position]?.includes(start) === true
}

/** Whether one of the row's codes equals the search. */
export function equalsSearch({ starts }: SearchKeys, position: number, { start }: SearchTerms) {
  return starts[position]?.includes(start + separator) === true
}

/**
 * Finds the positions of rows that match. A search that extends the last one, as while typing, scans only the
 * last matches.
 */
export function createTextSearch(rowCount: number, searchKeys: () => Steps<SearchKeys>) {
  const all = new Uint32Array(rowCount).map((_, position) => position)
  let last: { terms: SearchTerms; found: Uint32Array } = { terms: toSearchTerms(''), found: all }

  return function* searchRows(terms: SearchTerms): Steps<Uint32Array> {
    if (terms.words.length === 0) return all
    if (terms.start === last.terms.start) return last.found
    const candidates = isNarrower(terms, last.terms) ? last.found : all
    const found = yield* findPositions(yield* searchKeys(), terms, candidates)
    last = { terms, found }
    return found
  }
}

/** Letters in front of the last search begin other codes, so that search is not narrower. */
function isNarrower({ words, start }: SearchTerms, previous: SearchTerms) {
  return (
    start.startsWith(previous.start) &&
    previous.words.every((old) => words.some((word) => word.includes(old)))
  )
}

function* findPositions(
  keys: SearchKeys,
  terms: SearchTerms,
  candidates: Uint32Array,
): Steps<Uint32Array> {
  const found = new Uint32Array(candidates.length)
  let count = 0
  yield* forEachRange(candidates.length, (from, to) => {
    for (const position of candidates.subarray(from, to)) {
      if (!matchesSearch(keys, position, terms)) continue
      found[count] = position
      count += 1
    }
  })
  return found.slice(0, count)
}
