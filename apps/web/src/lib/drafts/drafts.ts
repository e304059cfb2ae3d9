import { toDay } from '@/lib/days'

import { blankDraft, type Draft, type DraftKind } from './draft'
import { newKey } from './new-key'
import { readAside, readFront, removeAside, writeAside, writeFront } from './stored-draft'
import { tellThisTab } from './tabs'

/** The draft of a person, also while somebody else's is in front. */
export function readDraft(kind: DraftKind, owner: number): Draft {
  return isInFront(kind, owner) ? readFront(kind).draft : readAside(kind, owner)
}

/** Changes what the storage holds now, whatever the screen still shows. */
export function changeDraft(kind: DraftKind, owner: number, change: (draft: Draft) => Draft) {
  const before = readDraft(kind, owner)
  const changed = change(before)
  if (changed === before) return
  const draft = changed.key === '' ? { ...changed, key: newKey() } : changed
  if (isInFront(kind, owner)) writeFront(kind, owner, draft)
  else writeAside(kind, owner, draft)
  tellThisTab()
}

/** Whoever opens the screen finds their own draft in front; one of somebody else is set aside. */
export function openDraft(kind: DraftKind, owner: number) {
  const draft = readDraft(kind, owner)
  if (!isInFront(kind, owner)) {
    const other = readFront(kind)
    if (other.owner !== null) writeAside(kind, other.owner, other.draft)
    writeFront(kind, owner, draft)
    removeAside(kind, owner)
  }
  // The date of yesterday's last sale is not that of today's first.
  const date = draft.lines.length === 0 ? null : draft.date
  changeDraft(kind, owner, (mine) => ({ ...mine, date }))
}

/**
 * After its document was recorded. It is found by its key: there may be another one by now. What
 * another tab has added since it was sent is not part of the document, and stays.
 */
export function finishDraft(kind: DraftKind, owner: number, { key, lines: sent }: Draft) {
  const had = new Set(sent.map(({ productId }) => productId))
  changeDraft(kind, owner, (draft) => {
    if (draft.key !== key) return draft
    const lines = draft.lines.filter(({ productId }) => !had.has(productId))
    const date = draft.date === toDay(new Date()) ? null : draft.date
    return { ...blankDraft, lines, date, key: newKey() }
  })
}

/** Another document, though what was sent before may have been recorded. */
export function renewDraft(kind: DraftKind, owner: number) {
  changeDraft(kind, owner, (draft) => ({ ...draft, key: newKey(), attempts: [] }))
}

/** Answers what brings it back as it was, before what has been entered since. */
export function clearDraft(kind: DraftKind, owner: number) {
  const cleared = readDraft(kind, owner)
  const had = new Set(cleared.lines.map(({ productId }) => productId))
  changeDraft(kind, owner, () => ({ ...blankDraft, key: newKey() }))

  return () =>
    changeDraft(kind, owner, (draft) => {
      // What has been sent since is not sent again with another key.
      if (draft.attempts.length > 0) return draft
      const since = draft.lines.filter(({ productId }) => !had.has(productId))
      return { ...cleared, lines: [...cleared.lines, ...since] }
    })
}

/** Lines of nobody are whose screen they are on. */
function isInFront(kind: DraftKind, owner: number) {
  const front = readFront(kind)
  return front.owner === null || front.owner === owner
}
