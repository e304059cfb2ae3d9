import { compareValues } from './compare-values'

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
