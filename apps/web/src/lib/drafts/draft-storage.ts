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

/** Everything but the lines. An invalid field falls back to its initial value. */
const storedDraftFields = z.object({
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
  received: z.string().catch(blankDraft.received),
  key: idempotencyKey.catch(blankDraft.key),
  attempts: z.array(z.unknown()).catch([]),
  name: z.string().catch(blankDraft.name),
  mayBeParked: z.boolean().catch(blankDraft.mayBeParked),
  resuming: z
    .object({ id, key: idempotencyKey, label: z.string() })
    .nullable()
    .catch(blankDraft.resuming),
})

export type StoredDraftFields = Omit<Draft, 'lines'> & { owner: number | null }

/** Older versions, other programs and developer tools may have written this value. */
function parseLines(stored: unknown, max: number): DraftLine[] {
  const linesById = new Map<number, DraftLine>()
  for (const candidate of Array.isArray(stored) ? stored : []) {
    const { data } = line.safeParse(candidate)
    if (!data || linesById.has(data.productId)) continue
    linesById.set(data.productId, { ...data, quantity: Math.min(data.quantity, max) })
  }
  return [...linesById.values()]
}

function parseDraftFields(stored: unknown): StoredDraftFields {
  return storedDraftFields.safeParse(stored).data ?? storedDraftFields.parse({})
}

interface OwnedDraft {
  owner: number | null
  draft: Draft
}

/**
 * The active draft: its lines stand under the kind's own name, the rest beside them. A parked draft
 * of another user stands whole under its owner's id.
 */
const restKey = (kind: DraftKind) => `stockie-${kind}-draft`
const parkedKey = (kind: DraftKind, owner: number) => `stockie-${kind}-draft-${owner}`

const readLines = {
  sales: cacheParsed((stored) => parseLines(stored, maxQuantity.sales)),
  purchases: cacheParsed((stored) => parseLines(stored, maxQuantity.purchases)),
}
const readDraftFields = cacheParsed(parseDraftFields)
const readParked = {
  sales: cacheParsed((stored) => parseParked('sales', stored)),
  purchases: cacheParsed((stored) => parseParked('purchases', stored)),
}
const activeDrafts = new Map<DraftKind, { parsed: StoredDraftFields; active: OwnedDraft }>()

/** Returns the same object as long as nothing has changed. */
export function readActiveDraft(kind: DraftKind) {
  const lines = readLines[kind](kind)
  const parsed = readDraftFields(restKey(kind))
  const cached = activeDrafts.get(kind)
  if (cached && cached.parsed === parsed && cached.active.draft.lines === lines)
    return cached.active
  const active = toOwned(parsed, lines)
  activeDrafts.set(kind, { parsed, active })
  return active
}

export function writeActiveDraft(kind: DraftKind, owner: number, { lines, ...rest }: Draft) {
  // A remark changes with each letter typed, and there may be a thousand lines.
  if (lines !== readLines[kind](kind)) writeStored(kind, JSON.stringify(lines))
  writeStored(restKey(kind), JSON.stringify({ owner, ...rest }))
}

export function removeActiveDraft(kind: DraftKind) {
  removeStored(kind)
  removeStored(restKey(kind))
}

export function readParkedDraft(kind: DraftKind, owner: number) {
  return readParked[kind](parkedKey(kind, owner))
}

export function writeParkedDraft(kind: DraftKind, owner: number, draft: Draft) {
  const isEmpty = isBlankDraft(draft) && draft.attempts.length === 0 && draft.resuming === null
  if (isEmpty) removeParkedDraft(kind, owner)
  else writeStored(parkedKey(kind, owner), JSON.stringify(draft))
}

export function removeParkedDraft(kind: DraftKind, owner: number) {
  removeStored(parkedKey(kind, owner))
}

function parseParked(kind: DraftKind, stored: unknown) {
  const lines = typeof stored === 'object' && stored !== null && 'lines' in stored && stored.lines
  return toOwned(parseDraftFields(stored), parseLines(lines, maxQuantity[kind])).draft
}

function toOwned({ owner, ...rest }: StoredDraftFields, lines: Draft['lines']): OwnedDraft {
  return { owner, draft: { ...rest, lines } }
}

function cacheParsed<Value>(parse: (stored: unknown) => Value) {
  const cache = new Map<string, { text: string | null; value: Value }>()
  return (key: string) => {
    const text = readStored(key)
    const last = cache.get(key)
    if (last?.text === text) return last.value
    const value = parse(readJson(text))
    cache.set(key, { text, value })
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
