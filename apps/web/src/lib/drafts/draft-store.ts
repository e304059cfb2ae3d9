import { useEffect, useSyncExternalStore } from 'react'

import { type AnswerWait, startAnswerWait } from '@/lib/api/answer-wait'
import { newIdempotencyKey } from '@/lib/api/idempotency'
import { notifyThisTab, subscribeToStorage } from '@/lib/browser-storage'
import { toDay } from '@/lib/dates'
import { createStore, useStore } from '@/lib/external-store'
import { useSession } from '@/lib/session/session-store'
import { blankDraft, type Draft, type DraftKind, isBlankDraft, noPickedDate } from './draft'
import {
  readActiveDraft,
  readParkedDraft,
  removeActiveDraft,
  removeParkedDraft,
  writeActiveDraft,
  writeParkedDraft,
} from './draft-storage'

/** Reads a user's draft, active or parked. */
export function readDraft(kind: DraftKind, owner: number): Draft {
  return isActive(kind, owner) ? readActiveDraft(kind).draft : readParkedDraft(kind, owner)
}

/** Applies a change to the stored draft, which may be newer than the one on screen. */
export function changeDraft(kind: DraftKind, owner: number, change: (draft: Draft) => Draft) {
  const before = readDraft(kind, owner)
  const changed = withoutStraySentDate(change(before))
  if (changed === before) return
  const draft = changed.key === '' ? { ...changed, key: newIdempotencyKey() } : changed
  if (isActive(kind, owner)) writeActiveDraft(kind, owner, draft)
  else writeParkedDraft(kind, owner, draft)
  notifyThisTab()
}

/**
 * Activates the user's own draft and parks another user's. A draft that holds only a date starts
 * again with today's date.
 */
export function openDraft(kind: DraftKind, owner: number) {
  const { owner: activeOwner, draft } = readActiveDraft(kind)
  if (activeOwner !== owner) {
    // A draft without an owner belongs to the user who opens the screen.
    const own = activeOwner === null ? draft : readParkedDraft(kind, owner)
    // Move instead of copy: a full storage has no room for both.
    removeParkedDraft(kind, owner)
    removeActiveDraft(kind)
    if (activeOwner !== null) writeParkedDraft(kind, activeOwner, draft)
    writeActiveDraft(kind, owner, own)
  }
  changeDraft(kind, owner, (own) =>
    isBlankDraft({ ...own, ...noPickedDate }) ? { ...own, ...noPickedDate } : own,
  )
}

/**
 * Clears the draft after its document was recorded or parked. The key identifies it, as another draft may
 * have replaced it. Changes that another tab made since sending stay in the draft.
 */
export function finishDraft(kind: DraftKind, owner: number, sent: Draft) {
  const sentIds = new Set(sent.lines.map(({ productId }) => productId))
  changeDraft(kind, owner, (draft) => {
    if (draft.key !== sent.key) return draft
    const { date, pickedOn } = withFreshDate(draft)
    const lines = draft.lines.filter(({ productId }) => !sentIds.has(productId))
    const remark = draft.remark === sent.remark ? '' : draft.remark
    const { resuming } = draft
    return { ...blankDraft, lines, remark, date, pickedOn, resuming, key: newIdempotencyKey() }
  })
}

/** Starts another document, even if an earlier attempt may have been recorded. */
export function renewDraftKey(kind: DraftKind, owner: number) {
  changeDraft(kind, owner, (draft) => ({ ...draft, key: newIdempotencyKey(), attempts: [] }))
}

/** Replaces the current draft and returns it. */
export function replaceDraft(
  kind: DraftKind,
  owner: number,
  next: Draft = { ...blankDraft, key: newIdempotencyKey() },
) {
  const before = readDraft(kind, owner)
  changeDraft(kind, owner, ({ resuming }) => ({ ...next, resuming }))
  return before
}

/** An unpicked date belongs to the lines that were sent on that day, so it goes with them. */
function withoutStraySentDate(draft: Draft): Draft {
  const isStale = draft.sentOn !== null && draft.lines.length === 0
  return isStale ? { ...draft, sentOn: null } : draft
}

/** A date picked on an earlier day is dropped. Today's date needs no pick. */
function withFreshDate(draft: Draft): Draft {
  const today = toDay(new Date())
  const isCurrent = draft.pickedOn === today && draft.date !== today
  return isCurrent ? draft : { ...draft, ...noPickedDate }
}

/** A draft without an owner belongs to the current user. */
function isActive(kind: DraftKind, owner: number) {
  const active = readActiveDraft(kind)
  return active.owner === null || active.owner === owner
}

/** The signed-in user's draft, as the storage holds it. */
export function useStoredDraft(kind: DraftKind) {
  const session = useSession()
  // No user has the id 0. A screen whose session has ended is about to unmount.
  const owner = session.authState === 'Success' ? session.id : 0
  const draft = useSyncExternalStore(subscribeToStorage, () => readDraft(kind, owner))
  return { owner, draft }
}

/** Like useStoredDraft, for the screen of the draft. */
export function useDraft(kind: DraftKind) {
  const { owner, draft } = useStoredDraft(kind)

  useEffect(() => {
    if (owner !== 0) openDraft(kind, owner)
  }, [kind, owner])

  return { owner, draft }
}

interface Sending extends AnswerWait {
  /** Why the user may stop waiting. */
  hint: string
}

/** The drafts that this tab is sending, including those whose screen the user has left. */
const inFlight = createStore<ReadonlyMap<string, Sending>>(new Map())

const draftId = (kind: DraftKind, owner: number) => `${kind}-${owner}`

/** Reads the store, because a second click may arrive before React disables the button. */
export function isSending(kind: DraftKind, owner: number) {
  return inFlight.get().has(draftId(kind, owner))
}

/** Returns the signal that ends the wait for the answer. */
export function beginSending(kind: DraftKind, owner: number, hint: string) {
  const wait = startAnswerWait()
  inFlight.set(new Map(inFlight.get()).set(draftId(kind, owner), { ...wait, hint }))
  return wait.signal
}

export function stopWaiting(kind: DraftKind, owner: number) {
  inFlight.get().get(draftId(kind, owner))?.stop()
}

export function endSending(kind: DraftKind, owner: number) {
  const others = new Map(inFlight.get())
  others.delete(draftId(kind, owner))
  inFlight.set(others)
}

export function useSending(kind: DraftKind, owner: number) {
  return useStore(inFlight).get(draftId(kind, owner))
}

export function useIsSending(kind: DraftKind, owner: number) {
  return useSending(kind, owner) !== undefined
}
