import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { ApiError } from '@/lib/api/api-error'
import { AlreadySavedError } from '@/lib/api/idempotency'
import { type Draft, draftDay, isBlankDraft } from '@/lib/drafts/draft'
import {
  beginSending,
  changeDraft,
  endSending,
  isSending,
  readDraft,
  renewDraftKey,
  replaceDraft,
  useDraft,
} from '@/lib/drafts/draft-store'
import { submitDraft } from '@/lib/drafts/draft-submission'
import { toastError, toastSuccess } from '@/lib/toast'
import type { DocumentDefinition } from './document-definition'
import {
  noSubmitErrors,
  type SubmitErrors,
  submitErrorsFromError,
  submitErrorsFromIssues,
  withoutFieldErrors,
} from './submit-errors'
import type { FormFocus } from './use-form-focus'

/** The draft that is on the screen, all that one can do with it, and why it was refused. */
export function useDocumentDraft<Input, Row>(
  document: DocumentDefinition<Input, Row>,
  places: FormFocus,
  today: string,
) {
  const { kind } = document
  const { owner, draft } = useDraft(kind)
  const { submit, refusal, setRefusal } = useDocumentSubmit(document, { owner, places, today })

  function change(changed: Partial<Draft>) {
    changeDraft(kind, owner, (now) => ({ ...now, ...changed }))
    setRefusal((before) => withoutFieldErrors(before, changed))
  }

  const changeLines = useCallback(
    (next: (lines: Draft['lines']) => Draft['lines']) => {
      changeDraft(kind, owner, (now) => ({ ...now, lines: next(now.lines) }))
      setRefusal((before) => withoutFieldErrors(before, {}))
    },
    [kind, owner, setRefusal],
  )

  function clear() {
    setRefusal(noSubmitErrors)
    places.partyRef.current?.focus()
    offerBack('Draft cleared.', replaceDraft(kind, owner))
  }

  /** What has been entered since makes room, and can be had back the same way. */
  function offerBack(message: string, before: Draft) {
    function run() {
      const since = replaceDraft(kind, owner, before)
      if (!isBlankDraft(since)) offerBack('The draft from before is back.', since)
    }
    toastSuccess(message, { label: 'Undo', run })
  }

  function recordAsWell() {
    renewDraftKey(kind, owner)
    submit()
  }

  // Another tab may have put another draft in the place of the one that was refused.
  const isOfThis = refusal.key === undefined || refusal.key === draft.key
  return {
    owner,
    draft,
    refusal: isOfThis ? refusal : noSubmitErrors,
    change,
    changeLines,
    clear,
    submit,
    recordAsWell,
  }
}

/** Checks the draft as the storage holds it now, and sends it. */
function useDocumentSubmit<Input, Row>(
  { kind, check, toInput, input: contract, create, describe }: DocumentDefinition<Input, Row>,
  { owner, places, today }: { owner: number; places: FormFocus; today: string },
) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState(noSubmitErrors)
  const isHere = useIsHere()
  const { mutateAsync } = useMutation({
    mutationFn: (sent: { owner: number; draft: Draft; input: Input }) =>
      submitDraft({ kind, ...sent }, { record: create.mutationFn, describe }),
    meta: {
      ...create.meta,
      isShownOnScreen: (error) => isHere.current && error instanceof AlreadySavedError,
    },
  })

  function submit() {
    if (isSending(kind, owner)) return
    const draft = readDraft(kind, owner)
    // The one that is shown: it may be past midnight by a moment.
    const day = draftDay(draft, today)
    const missing = check(draft, day)
    if (missing !== null) {
      toastError(missing)
      return places.focusMissing(draft, day)
    }
    const input = toInput(draft, day)
    const { error } = contract.safeParse(input)
    if (!error) return void send(input, day)
    show(
      submitErrorsFromIssues(
        error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      ),
    )
    places.findRefused()?.focus()
  }

  async function send(input: Input, sentOn: string) {
    beginSending(kind, owner)
    const releaseFocus = places.holdFocus()
    setRefusal(noSubmitErrors)
    changeDraft(kind, owner, (draft) => ({ ...draft, sentOn }))
    const draft = readDraft(kind, owner)
    try {
      await mutateAsync({ owner, draft, input })
      endSending(kind, owner)
      show(noSubmitErrors)
      releaseFocus(places.partyRef.current)
    } catch (error) {
      endSending(kind, owner)
      show({ ...submitErrorsFromError(error), key: draft.key })
      releaseFocus(places.findRefused())
      // A product may be gone, or a customer: what is on screen is older than that.
      if (error instanceof ApiError && error.status === 422) void client.invalidateQueries()
    }
  }

  /** At once, so that what it shows, or no longer disables, can be focused. */
  function show(next: SubmitErrors) {
    flushSync(() => setRefusal(next))
  }

  return { submit, refusal, setRefusal }
}

/** Whoever has left the screen is told by a toast. */
function useIsHere() {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
