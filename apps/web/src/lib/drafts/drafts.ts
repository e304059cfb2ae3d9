import { toDay } from '@/lib/days'
import { newKey } from '@/lib/new-key'

import { blankDraft, isBlank, ofToday, type Draft, type DraftKind } from './draft'
import {
  readAside,
  readFront,
  removeAside,
  removeFront,
  writeAside,
  writeFront,
} from './stored-draft'
import { tellThisTab } from './tabs'

/** The draft of a person, also while somebody else's is in front. */
export function readDraft(kind: DraftKind, owner: number): Draft {
  return isInFront(kind, owner) ? readFront(kind).draft : readAside(kind, owner)
}

/** Changes what the storage holds now, whatever the screen still shows. */
export function changeDraft(kind: DraftKind, owner: number, change: (draft: Draft) => Draft) {
  const before = readDraft(kind, owner)
  const changed = withItsDay(change(before))
  if (changed === before) return
  const draft = changed.key === '' ? { ...changed, key: newKey() } : changed
  if (isInFront(kind, owner)) writeFront(kind, owner, draft)
  else writeAside(kind, owner, draft)
  tellThisTab()
}

/**
 * Whoever opens the screen finds their own draft in front; one of somebody else is set aside. Where
 * nothing but a day is entered a document begins, and begins today.
 */
export function openDraft(kind: DraftKind, owner: number) {
  const { owner: other, draft } = readFront(kind)
  if (other !== owner) {
    // Lines of nobody are those of whoever opens the screen.
    const mine = other === null ? draft : readAside(kind, owner)
    // Moved and not copied: a full storage has no room for both.
    removeAside(kind, owner)
    removeFront(kind)
    if (other !== null) writeAside(kind, other, draft)
    writeFront(kind, owner, mine)
  }
  changeDraft(kind, owner, (mine) =>
    isBlank({ ...mine, ...ofToday }) ? { ...mine, ...ofToday } : mine,
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
    return { ...blankDraft, lines, remark, date, pickedOn, key: newKey() }
  })
}

/** Another document, though what was sent before may have been recorded. */
export function renewDraft(kind: DraftKind, owner: number) {
  changeDraft(kind, owner, (draft) => ({ ...draft, key: newKey(), attempts: [] }))
}

/** Puts another draft in the place of the one that is there, and answers that one. */
export function replaceDraft(
  kind: DraftKind,
  owner: number,
  next: Draft = { ...blankDraft, key: newKey() },
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
  return isFresh ? draft : { ...draft, ...ofToday }
}

/** Lines of nobody are whose screen they are on. */
function isInFront(kind: DraftKind, owner: number) {
  const front = readFront(kind)
  return front.owner === null || front.owner === owner
}
