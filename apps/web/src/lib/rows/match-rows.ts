import type { FacetCodes } from './facet-codes'
import { stepSize, type Steps } from './steps'

interface Filter extends FacetCodes {
  chosen: readonly string[]
}

export interface Matches {
  /** For every row whether it matches. */
  isMatch: Uint8Array
  count: number
  /** For every facet, by its codes: how many rows match all but this facet. */
  facetCounts: Uint32Array[]
}

interface Input {
  rowCount: number
  /** Not needed where nothing is searched for. */
  keys: readonly string[] | null
  words: readonly string[]
  filters: readonly Filter[]
}

export function* matchRows({ rowCount, keys, words, filters }: Input): Steps<Matches> {
  const isMatch = new Uint8Array(rowCount)
  const facetCounts = filters.map(({ values }) => new Uint32Array(values.length))
  const letsThrough = filters.map(({ values, chosen }) => {
    const wanted = new Set(chosen)
    return values.map((value) => wanted.size === 0 || wanted.has(value))
  })
  let count = 0

  for (let position = 0; position < rowCount; position += 1) {
    if (position % stepSize === stepSize - 1) yield
    if (keys && !hasAll(keys[position] ?? '', words)) continue
    let refused = 0
    let refusing = -1
    for (const [place, { codes }] of filters.entries()) {
      if (letsThrough[place]?.[codes[position] ?? 0]) continue
      refused += 1
      refusing = place
    }
    if (refused === 0) {
      isMatch[position] = 1
      count += 1
    }
    for (const [place, { codes }] of filters.entries()) {
      const counts = facetCounts[place]
      const code = codes[position] ?? 0
      if (counts && (refused === 0 || (refused === 1 && refusing === place))) {
        counts[code] = (counts[code] ?? 0) + 1
      }
    }
  }
  return { isMatch, count, facetCounts }
}

function hasAll(key: string, words: readonly string[]) {
  for (const word of words) if (!key.includes(word)) return false
  return true
}
