import { idempotencyKey, isoDate, limits } from '@stockie/contracts'
import { z } from 'zod'

import { readStored, removeStored, writeStored } from '@/lib/browser-storage'
import {
  blankDraft,
  type Draft,
  type DraftKind,
  type DraftLine,
  isBlankDraft,
  maxQuantity,
} from './draft'

const id = z.int().min(1)

const line = z.object({
  productId: id,
  name: z.string(),
  price: z.int().min(1).max(limits.integer),
  quantity: z.int().min(1),
})

/** All but the lines. What is broken begins afresh by itself. */
const storedRest = z.object({
  owner: id.nullable().catch(null),
  party: z.object({ id, name: z.string() }).nullable().catch(blankDraft.party),
  date: z
    .union([isoDate, z.literal('')])
    .nullable()
    .catch(blankDraft.date),
  pickedOn: isoDate.nullable().catch(blankDraft.pickedOn),
  sentOn: isoDate.nullable().catch(blankDraft.sentOn),
  remark: z.string().catch(blankDraft.remark),
  discount: z.string().catch(blankDraft.discount),
  shippingFees: z.string().catch(blankDraft.shippingFees),
  key: idempotencyKey.catch(blankDraft.key),
  attempts: z.array(z.unknown()).catch([]),
})

export type ParsedRest = Omit<Draft, 'lines'> & { owner: number | null }

/** Older versions, other programs and people with developer tools have written here too. */
function parseLines(stored: unknown, largest: number): DraftLine[] {
  const found = new Map<number, DraftLine>()
  for (const one of Array.isArray(stored) ? stored : []) {
    const { data } = line.safeParse(one)
    if (!data || found.has(data.productId)) continue
    found.set(data.productId, { ...data, quantity: Math.min(data.quantity, largest) })
  }
  return [...found.values()]
}

function parseRest(stored: unknown): ParsedRest {
  return storedRest.safeParse(stored).data ?? storedRest.parse({})
}

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
export function readActiveDraft(kind: DraftKind) {
  const lines = readLines[kind](kind)
  const parsed = readRest(restKey(kind))
  const kept = fronts.get(kind)
  if (kept && kept.parsed === parsed && kept.front.draft.lines === lines) return kept.front
  const front = toOwned(parsed, lines)
  fronts.set(kind, { parsed, front })
  return front
}

export function writeActiveDraft(kind: DraftKind, owner: number, { lines, ...rest }: Draft) {
  // A remark is typed letter by letter, and there may be a thousand lines.
  if (lines !== readLines[kind](kind)) writeStored(kind, JSON.stringify(lines))
  writeStored(restKey(kind), JSON.stringify({ owner, ...rest }))
}

export function removeActiveDraft(kind: DraftKind) {
  removeStored(kind)
  removeStored(restKey(kind))
}

export function readParkedDraft(kind: DraftKind, owner: number) {
  return readWhole[kind](asideKey(kind, owner))
}

export function writeParkedDraft(kind: DraftKind, owner: number, draft: Draft) {
  const isNothing = isBlankDraft(draft) && draft.attempts.length === 0
  if (isNothing) removeParkedDraft(kind, owner)
  else writeStored(asideKey(kind, owner), JSON.stringify(draft))
}

export function removeParkedDraft(kind: DraftKind, owner: number) {
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
