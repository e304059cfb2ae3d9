import { inSteps, type Steps } from './cooperative-steps'
import { compareValues } from './row-sort'

/** Something that rows are sorted out by: one value a row, of which one chooses some. */
export interface Facet<Row> {
  /** In the URL. */
  id: string
  title: string
  value: (row: Row) => string
  /** To be offered though no row may have them. */
  known?: readonly string[]
}

export interface FacetOption {
  value: string
  /** The rows that would be shown if this alone were chosen. */
  count: number
}

/** With those that no row has, in order. */
export function withUnused(options: readonly FacetOption[], values: readonly string[]) {
  const used = new Set(options.map(({ value }) => value))
  const unused = [...new Set(values)].filter((value) => !used.has(value))
  return [...options, ...unused.map((value) => ({ value, count: 0 }))].toSorted((one, other) =>
    compareValues(one.value, other.value),
  )
}

export interface FacetCodes {
  /** Every value once. */
  values: string[]
  /** For every row the place of its value among them. */
  codes: Uint32Array
}

export function* buildFacetCodes<Row>(rows: readonly Row[], facet: Facet<Row>): Steps<FacetCodes> {
  const places = new Map<string, number>()
  const codes = new Uint32Array(rows.length)
  yield* inSteps(rows.length, (from, to) => {
    for (const [at, row] of rows.slice(from, to).entries()) {
      const value = facet.value(row)
      const code = places.get(value) ?? places.size
      if (code === places.size) places.set(value, code)
      codes[from + at] = code
    }
  })
  return { values: [...places.keys()], codes }
}

interface Filter extends FacetCodes {
  chosen: readonly string[]
}

export interface Matches {
  /** Of the rows that match, in the order in which they came. */
  positions: Uint32Array
  /** For every facet, by its codes: how many rows match all but this facet. */
  facetCounts: Uint32Array[]
}

interface Input {
  /** The positions of the rows that the search has found. */
  found: Uint32Array
  filters: readonly Filter[]
}

export function* matchRows({ found, filters }: Input): Steps<Matches> {
  const gates = filters.map(toGate)
  const positions = new Uint32Array(found.length)
  let count = 0
  yield* inSteps(found.length, (from, to) => {
    for (const position of found.subarray(from, to)) {
      let refused = 0
      let refusing: Gate | undefined
      for (const gate of gates) {
        if (gate.letsThrough[gate.codes[position] ?? 0]) continue
        refused += 1
        refusing = gate
      }
      if (refused === 0) {
        positions[count] = position
        count += 1
        for (const gate of gates) countFor(gate, position)
      } else if (refused === 1 && refusing) {
        countFor(refusing, position)
      }
    }
  })
  return { positions: positions.slice(0, count), facetCounts: gates.map(({ counts }) => counts) }
}

type Gate = ReturnType<typeof toGate>

function toGate({ values, codes, chosen }: Filter) {
  const wanted = new Set(chosen)
  const letsThrough = values.map((value) => wanted.size === 0 || wanted.has(value))
  return { codes, letsThrough, counts: new Uint32Array(values.length) }
}

function countFor({ codes, counts }: Gate, position: number) {
  const code = codes[position] ?? 0
  counts[code] = (counts[code] ?? 0) + 1
}
