import { forEachRange, type Steps } from './cooperative-steps'
import { compareValues } from './row-sort'

/** A filter by one value of each row, such as its category. */
export interface Facet<Row> {
  /** The name of the URL parameter. */
  id: string
  title: string
  value: (row: Row) => string
  /** Values to offer even if no row has them. */
  known?: readonly string[]
}

export interface FacetOption {
  value: string
  /** The rows that would be shown if only this value were selected. */
  count: number
}

/** Adds the values that no row has, and sorts the options. */
export function addUnusedOptions(options: readonly FacetOption[], values: readonly string[]) {
  const used = new Set(options.map(({ value }) => value))
  const unused = [...new Set(values)].filter((value) => !used.has(value))
  return [...options, ...unused.map((value) => ({ value, count: 0 }))].toSorted((a, b) =>
    compareValues(a.value, b.value),
  )
}

export interface FacetCodes {
  /** Each distinct value. */
  values: string[]
  /** For each row, the index of its value in `values`. */
  codes: Uint32Array
}

export function* buildFacetCodes<Row>(rows: readonly Row[], facet: Facet<Row>): Steps<FacetCodes> {
  const codeByValue = new Map<string, number>()
  const codes = new Uint32Array(rows.length)
  yield* forEachRange(rows.length, (from, to) => {
    for (const [offset, row] of rows.slice(from, to).entries()) {
      const value = facet.value(row)
      const code = codeByValue.get(value) ?? codeByValue.size
      if (code === codeByValue.size) codeByValue.set(value, code)
      codes[from + offset] = code
    }
  })
  return { values: [...codeByValue.keys()], codes }
}

interface Filter extends FacetCodes {
  chosen: readonly string[]
}

export interface Matches {
  /** The positions of the matching rows, in their original order. */
  positions: Uint32Array
  /** For each facet and code, the number of rows that match all other facets. */
  facetCounts: Uint32Array[]
}

interface Input {
  /** The positions of the rows that the search found. */
  found: Uint32Array
  filters: readonly Filter[]
}

export function* filterRows({ found, filters }: Input): Steps<Matches> {
  const filterStates = filters.map(toFilterState)
  const positions = new Uint32Array(found.length)
  let count = 0
  yield* forEachRange(found.length, (from, to) => {
    for (const position of found.subarray(from, to)) {
      let rejections = 0
      let rejectedBy: FilterState | undefined
      for (const filter of filterStates) {
        if (filter.isAccepted[filter.codes[position] ?? 0]) continue
        rejections += 1
        rejectedBy = filter
      }
      if (rejections === 0) {
        positions[count] = position
        count += 1
        for (const filter of filterStates) countFor(filter, position)
      } else if (rejections === 1 && rejectedBy) {
        countFor(rejectedBy, position)
      }
    }
  })
  return {
    positions: positions.slice(0, count),
    facetCounts: filterStates.map(({ counts }) => counts),
  }
}

type FilterState = ReturnType<typeof toFilterState>

function toFilterState({ values, codes, chosen }: Filter) {
  const wanted = new Set(chosen)
  const isAccepted = values.map((value) => wanted.size === 0 || wanted.has(value))
  return { codes, isAccepted, counts: new Uint32Array(values.length) }
}

function countFor({ codes, counts }: FilterState, position: number) {
  const code = codes[position] ?? 0
  counts[code] = (counts[code] ?? 0) + 1
}
