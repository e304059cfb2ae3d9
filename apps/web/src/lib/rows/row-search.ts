import { inSteps, type Steps, stepSize } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'

const ascii = /^[\p{ASCII}]*$/u
const marks = /\p{M}/gu

/** 'ÉMILIE' and 'Émilie' are 'emilie': what one types need not have the right case and accents. */
export function foldText(text: string) {
  if (ascii.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').toLowerCase().replace(marks, '')
}

const between = '\n'

/** One string a row with all that the search finds in it. */
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
    // No word has a line break in it, so none is found across two columns.
    keys.push(foldText(texts.join(between)))
    if (keys.length % stepSize === 0) yield
  }
  return keys
}

function textOf<Row>({ value: valueOf, isSearched, searchText }: IndexedColumn<Row>, row: Row) {
  if (searchText) return searchText(row)
  const value = valueOf(row)
  return typeof value === 'string' || isSearched ? value : null
}

/** How much of a key is of the first column. */
export function firstColumnEnd(key: string) {
  const end = key.indexOf(between)
  return end === -1 ? key.length : end
}

export function toSearchWords(search: string) {
  return foldText(search).split(/\s+/).filter(Boolean)
}

/**
 * Finds the positions of the rows whose keys have all the words. Where they only say more than the
 * words before, as while somebody types, it looks among those that were found then.
 */
export function makeRowSearch(rowCount: number, searchKeys: () => Steps<string[]>) {
  const all = new Uint32Array(rowCount).map((_, position) => position)
  let last: { words: readonly string[]; found: Uint32Array } = { words: [], found: all }

  return function* searchRows(words: readonly string[]): Steps<Uint32Array> {
    if (words.length === 0) return all
    if (words.join(' ') === last.words.join(' ')) return last.found
    const within = saysMore(words, last.words) ? last.found : all
    const found = yield* findPositions(yield* searchKeys(), words, within)
    last = { words, found }
    return found
  }
}

function saysMore(words: readonly string[], before: readonly string[]) {
  return before.every((old) => words.some((word) => word.includes(old)))
}

function* findPositions(
  keys: readonly string[],
  words: readonly string[],
  within: Uint32Array,
): Steps<Uint32Array> {
  const found = new Uint32Array(within.length)
  let count = 0
  yield* inSteps(within.length, (from, to) => {
    for (const position of within.subarray(from, to)) {
      const key = keys[position] ?? ''
      if (!words.every((word) => key.includes(word))) continue
      found[count] = position
      count += 1
    }
  })
  return found.slice(0, count)
}
