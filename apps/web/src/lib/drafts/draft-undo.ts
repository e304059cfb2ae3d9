import { toastSuccess } from '@/lib/toast'
import { type Draft, type DraftKind, isBlankDraft } from './draft'
import { replaceDraft } from './draft-store'

interface DraftUndo {
  kind: DraftKind
  owner: number
  message: string
  /** The draft that Undo brings back. */
  before: Draft
}

/** Offers to restore a replaced draft. Undo replaces the current draft, and can be undone itself. */
export function offerDraftUndo({ kind, owner, message, before }: DraftUndo) {
  function run() {
    const replaced = replaceDraft(kind, owner, before)
    if (isBlankDraft(replaced)) return
    offerDraftUndo({ kind, owner, message: 'Your previous draft is back.', before: replaced })
  }
  toastSuccess(message, { label: 'Undo', run })
}
