import { useCallback } from 'react'

import { isBlank, type Draft } from '@/lib/drafts/draft'
import { changeDraft, renewDraft, replaceDraft } from '@/lib/drafts/drafts'
import { useDraft } from '@/lib/drafts/use-draft'
import { toastSuccess } from '@/lib/toast'

import type { DocumentKind } from './document-kind'
import { noRefusal, withoutFields } from './refusal'
import type { Places } from './use-places'
import { useSubmit } from './use-submit'

/** The draft that is on the screen, all that one can do with it, and why it was refused. */
export function useDocumentDraft<Input, Row>(
  document: DocumentKind<Input, Row>,
  places: Places,
  today: string,
) {
  const { kind } = document
  const { owner, draft } = useDraft(kind)
  const { submit, refusal, setRefusal } = useSubmit(document, { owner, places, today })

  function change(changed: Partial<Draft>) {
    changeDraft(kind, owner, (now) => ({ ...now, ...changed }))
    setRefusal((before) => withoutFields(before, changed))
  }

  const changeLines = useCallback(
    (next: (lines: Draft['lines']) => Draft['lines']) => {
      changeDraft(kind, owner, (now) => ({ ...now, lines: next(now.lines) }))
      setRefusal((before) => withoutFields(before, {}))
    },
    [kind, owner, setRefusal],
  )

  function clear() {
    setRefusal(noRefusal)
    places.partyRef.current?.focus()
    offerBack('Draft cleared.', replaceDraft(kind, owner))
  }

  /** What has been entered since makes room, and can be had back the same way. */
  function offerBack(message: string, before: Draft) {
    function run() {
      const since = replaceDraft(kind, owner, before)
      if (!isBlank(since)) offerBack('The draft from before is back.', since)
    }
    toastSuccess(message, { label: 'Undo', run })
  }

  function recordAsWell() {
    renewDraft(kind, owner)
    submit()
  }

  // Another tab may have put another draft in the place of the one that was refused.
  const isOfThis = refusal.key === undefined || refusal.key === draft.key
  return {
    owner,
    draft,
    refusal: isOfThis ? refusal : noRefusal,
    change,
    changeLines,
    clear,
    submit,
    recordAsWell,
  }
}
