import { readStored, removeStored, store } from '@/lib/storage'

import { isBlank, maxQuantity, type Draft, type DraftKind } from './draft'
import { parseLines, parseRest, type ParsedRest } from './parse-draft'

interface OwnedDraft {
  owner: number | null
  draft: Draft
}

/**
 * The draft in front: its lines alone under the name of the kind, the rest beside them. A draft that
 * was set aside, because somebody else has come, stands whole under the id of its owner.
 */
const restKey = (kind: DraftKind) => `stockie-${kind}-draft`
const asideKey = (kind: DraftKind, owner: number) => `stockie-${kind}-draft-${owner}`

const readLines = {
  sales: keepParsed((stored) => parseLines(stored, maxQuantity.sales)),
  purchases: keepParsed((stored) => parseLines(stored, maxQuantity.purchases)),
}
const readRest = keepParsed(parseRest)
const readWhole = {
  sales: keepParsed((stored) => parseWhole('sales', stored)),
  purchases: keepParsed((stored) => parseWhole('purchases', stored)),
}
const fronts = new Map<DraftKind, { parsed: ParsedRest; front: OwnedDraft }>()

/** The same object for as long as nothing has changed. */
export function readFront(kind: DraftKind) {
  const lines = readLines[kind](kind)
  const parsed = readRest(restKey(kind))
  const kept = fronts.get(kind)
  if (kept && kept.parsed === parsed && kept.front.draft.lines === lines) return kept.front
  const front = toOwned(parsed, lines)
  fronts.set(kind, { parsed, front })
  return front
}

export function writeFront(kind: DraftKind, owner: number, { lines, ...rest }: Draft) {
  // A remark is typed letter by letter, and there may be a thousand lines.
  if (lines !== readLines[kind](kind)) store(kind, JSON.stringify(lines))
  store(restKey(kind), JSON.stringify({ owner, ...rest }))
}

export function removeFront(kind: DraftKind) {
  removeStored(kind)
  removeStored(restKey(kind))
}

export function readAside(kind: DraftKind, owner: number) {
  return readWhole[kind](asideKey(kind, owner))
}

export function writeAside(kind: DraftKind, owner: number, draft: Draft) {
  const isNothing = isBlank(draft) && draft.attempts.length === 0
  if (isNothing) removeAside(kind, owner)
  else store(asideKey(kind, owner), JSON.stringify(draft))
}

export function removeAside(kind: DraftKind, owner: number) {
  removeStored(asideKey(kind, owner))
}

function parseWhole(kind: DraftKind, stored: unknown) {
  const lines = typeof stored === 'object' && stored !== null && 'lines' in stored && stored.lines
  return toOwned(parseRest(stored), parseLines(lines, maxQuantity[kind])).draft
}

function toOwned({ owner, ...rest }: ParsedRest, lines: Draft['lines']): OwnedDraft {
  return { owner, draft: { ...rest, lines } }
}

function keepParsed<Value>(parse: (stored: unknown) => Value) {
  const kept = new Map<string, { text: string | null; value: Value }>()
  return (key: string) => {
    const text = readStored(key)
    const last = kept.get(key)
    if (last?.text === text) return last.value
    const value = parse(readJson(text))
    kept.set(key, { text, value })
    return value
  }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
