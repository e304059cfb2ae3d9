import { UsageError } from '@stockie/stage/usage-error'
import type { Measure } from './row'

/** The measures that --only names: by the beginning of an id (A, A4, A4-month), else by a part of the name. */
export function choose(all: readonly Measure[], only: readonly string[]): Measure[] {
  const words = only.flatMap((text) => text.split(',')).map((word) => word.trim())
  const named = words.filter((word) => word !== '')
  if (named.length === 0) return [...all]
  const chosen = new Set(named.flatMap((word) => find(all, word)))
  return all.filter((measure) => chosen.has(measure))
}

function find(all: readonly Measure[], word: string): Measure[] {
  const searched = word.toLowerCase()
  const byId = all.filter(({ row }) => row.id.toLowerCase().startsWith(searched))
  if (byId.length > 0) return byId
  const byName = all.filter(({ row }) => row.name.toLowerCase().includes(searched))
  if (byName.length > 0) return byName
  // Said at once: who waits half an hour for a row wants to have typed it right.
  const ids = all.map(({ row }) => row.id).join(', ')
  throw new UsageError(`--only ${word} names no row. There are ${ids}.`)
}
