import { toastError, toastSuccess } from '@/lib/toast'
import { type Draft, type DraftKind, isBlankDraft } from './draft'
import { isSending, readDraft, replaceDraft } from './draft-store'

interface DraftUndo {
  kind: DraftKind
  owner: number
  message: string
  /** The draft that Undo brings back. */
  before: Draft
}

/** Offers to restore a replaced draft. Undo replaces the current draft, and can be undone itself. */
export function offerDraftUndo({ kind, owner, message, before }: DraftUndo) {
  const { key } = readDraft(kind, owner)

  function run() {
    if (isSending(kind, owner)) {
      return toastError('It is being saved. Undo it after that.')
    }
    // A draft that kept its key and has another one now was recorded or cleared.
    if (before.key === key && readDraft(kind, owner).key !== key) {
      return toastError('There is nothing to undo: the draft was recorded or cleared meanwhile.')
    }
    const replaced = replaceDraft(kind, owner, before)
    if (isBlankDraft(replaced)) return undefined
    return offerDraftUndo({
      kind,
      owner,
      message: 'Your previous draft is back.',
      before: replaced,
    })
  }
  toastSuccess(message, { label: 'Undo', run })
}
