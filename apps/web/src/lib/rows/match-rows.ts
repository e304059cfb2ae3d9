import type { FacetCodes } from './facet-codes'
import { inSteps, type Steps } from './steps'

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
