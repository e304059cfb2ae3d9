import type { Facet } from './facet'
import { inSteps, type Steps } from './steps'

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
