import type { Measure } from './row'

/** The measures that --only names: by the beginning of an id (A, A4, A4-month), else by a part of the name. */
export function choose(all: readonly Measure[], only: readonly string[]): Measure[] {
  const words = only.flatMap((text) => text.split(',')).map((word) => word.trim().toLowerCase())
  const named = words.filter((word) => word !== '')
  if (named.length === 0) return [...all]
  const chosen = new Set(named.flatMap((word) => find(all, word)))
  return all.filter((measure) => chosen.has(measure))
}

function find(all: readonly Measure[], word: string): Measure[] {
  const byId = all.filter(({ row }) => row.id.toLowerCase().startsWith(word))
  if (byId.length > 0) return byId
  return all.filter(({ row }) => row.name.toLowerCase().includes(word))
}
