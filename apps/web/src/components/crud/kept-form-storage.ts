import { readTabValue, writeTabValue } from '@/lib/tab/tab-storage'

type FieldValue = string | number

/** A record form with something typed, which the tab keeps until it is saved or discarded. */
export interface KeptForm<Row> {
  /** The record as it was when its form was opened. */
  editing: Row | 'new'
  /** The fields that differ from it. */
  changes: Record<string, FieldValue>
  idempotencyKey: string
  /** The values of each save whose answer is unknown. Older programs keep none. */
  unanswered?: Record<string, unknown>[]
}

export function readKeptForm<Row>(storageKey: string) {
  try {
    return JSON.parse(readTabValue(storageKey)) as KeptForm<Row>
  } catch {
    return null
  }
}

/** The kept form, if it is of this record. */
export function readKeptFormOf<Row extends { id: number }>(
  storageKey: string,
  editing: Row | 'new',
) {
  const kept = readKeptForm<Row>(storageKey)
  return kept && idOf(kept.editing) === idOf(editing) ? kept : null
}

function idOf(editing: { id: number } | 'new') {
  return editing === 'new' ? editing : editing.id
}

/** Keeps a form, unless nothing in it has changed. */
export function writeKeptForm(storageKey: string, form: KeptForm<unknown>) {
  const hasChanges = Object.keys(form.changes).length > 0
  writeTabValue(storageKey, hasChanges ? JSON.stringify(form) : '')
}

export function removeKeptForm(storageKey: string) {
  writeTabValue(storageKey, '')
}

/** A number counts as unchanged if its field has the same digits. */
export function findChanges(initial: object, values: object) {
  const before = new Map<string, unknown>(Object.entries(initial))
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => textOf(value) !== textOf(before.get(name))),
  ) as Record<string, FieldValue>
}

/** What a field shows for this value. */
function textOf(value: unknown) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
