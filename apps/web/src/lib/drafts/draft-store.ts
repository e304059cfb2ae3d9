import { useEffect, useSyncExternalStore } from 'react'

import { newIdempotencyKey } from '@/lib/api/idempotency'
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

/** The draft of a person, also while somebody else's is in front. */
export function readDraft(kind: DraftKind, owner: number): Draft {
  return isInFront(kind, owner) ? readActiveDraft(kind).draft : readParkedDraft(kind, owner)
}

/** Changes what the storage holds now, whatever the screen still shows. */
export function changeDraft(kind: DraftKind, owner: number, change: (draft: Draft) => Draft) {
  const before = readDraft(kind, owner)
  const changed = withItsDay(change(before))
  if (changed === before) return
  const draft = changed.key === '' ? { ...changed, key: newIdempotencyKey() } : changed
  if (isInFront(kind, owner)) writeActiveDraft(kind, owner, draft)
  else writeParkedDraft(kind, owner, draft)
  notifyThisTab()
}

/**
 * Whoever opens the screen finds their own draft in front; one of somebody else is set aside. Where
 * nothing but a day is entered a document begins, and begins today.
 */
export function openDraft(kind: DraftKind, owner: number) {
  const { owner: other, draft } = readActiveDraft(kind)
  if (other !== owner) {
    // Lines of nobody are those of whoever opens the screen.
    const mine = other === null ? draft : readParkedDraft(kind, owner)
    // Moved and not copied: a full storage has no room for both.
    removeParkedDraft(kind, owner)
    removeActiveDraft(kind)
    if (other !== null) writeParkedDraft(kind, other, draft)
    writeActiveDraft(kind, owner, mine)
  }
  changeDraft(kind, owner, (mine) =>
    isBlankDraft({ ...mine, ...noPickedDate }) ? { ...mine, ...noPickedDate } : mine,
  )
}

/**
 * After its document was recorded. It is found by its key: there may be another one by now. What
 * another tab has entered since it was sent is not part of the document, and stays.
 */
export function finishDraft(kind: DraftKind, owner: number, sent: Draft) {
  const had = new Set(sent.lines.map(({ productId }) => productId))
  changeDraft(kind, owner, (draft) => {
    if (draft.key !== sent.key) return draft
    const { date, pickedOn } = withFreshDate(draft)
    const lines = draft.lines.filter(({ productId }) => !had.has(productId))
    const remark = draft.remark === sent.remark ? '' : draft.remark
    return { ...blankDraft, lines, remark, date, pickedOn, key: newIdempotencyKey() }
  })
}

/** Another document, though what was sent before may have been recorded. */
export function renewDraftKey(kind: DraftKind, owner: number) {
  changeDraft(kind, owner, (draft) => ({ ...draft, key: newIdempotencyKey(), attempts: [] }))
}

/** Puts another draft in the place of the one that is there, and answers that one. */
export function replaceDraft(
  kind: DraftKind,
  owner: number,
  next: Draft = { ...blankDraft, key: newIdempotencyKey() },
) {
  const before = readDraft(kind, owner)
  changeDraft(kind, owner, () => next)
  return before
}

/** A day that nobody picked is that of the lines which were sent on it, and goes with them. */
function withItsDay(draft: Draft): Draft {
  const isStray = draft.sentOn !== null && draft.lines.length === 0
  return isStray ? { ...draft, sentOn: null } : draft
}

/** What was picked yesterday is not meant for today, and today need not be picked. */
function withFreshDate(draft: Draft): Draft {
  const today = toDay(new Date())
  const isFresh = draft.pickedOn === today && draft.date !== today
  return isFresh ? draft : { ...draft, ...noPickedDate }
}

/** Lines of nobody are whose screen they are on. */
function isInFront(kind: DraftKind, owner: number) {
  const front = readActiveDraft(kind)
  return front.owner === null || front.owner === owner
}

const followers = new Set<() => void>()

/** Calls whenever a draft may have changed, in this tab or in another. */
function subscribeToDrafts(changed: () => void) {
  followers.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    followers.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Other tabs are told by the storage itself. */
function notifyThisTab() {
  for (const changed of followers) changed()
}

/** The draft of whoever is signed in, as the storage holds it. */
export function useDraft(kind: DraftKind) {
  const session = useSession()
  // Nobody's id is 0, and a screen whose session has ended goes in this moment.
  const owner = session.authState === 'Success' ? session.id : 0
  const draft = useSyncExternalStore(subscribeToDrafts, () => readDraft(kind, owner))

  useEffect(() => {
    if (owner !== 0) openDraft(kind, owner)
  }, [kind, owner])

  return { owner, draft }
}

/** The drafts that this tab is sending: also of a screen that was left, and come back to. */
const sending = createStore<readonly string[]>([])

const nameOf = (kind: DraftKind, owner: number) => `${kind}-${owner}`

/** At once: a second click may come before React has drawn what the first one disables. */
export function isSending(kind: DraftKind, owner: number) {
  return sending.get().includes(nameOf(kind, owner))
}

export function beginSending(kind: DraftKind, owner: number) {
  sending.set([...sending.get(), nameOf(kind, owner)])
}

export function endSending(kind: DraftKind, owner: number) {
  sending.set(sending.get().filter((name) => name !== nameOf(kind, owner)))
}

export function useIsSending(kind: DraftKind, owner: number) {
  return useStore(sending).includes(nameOf(kind, owner))
}
