import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { ApiError } from '@/lib/api-error'
import { dayOf, type Draft } from '@/lib/drafts/draft'
import { changeDraft, readDraft } from '@/lib/drafts/drafts'
import { RecordedEarlier } from '@/lib/drafts/recorded-earlier'
import { sendDraft } from '@/lib/drafts/send-draft'
import { beginSending, endSending, isSending } from '@/lib/drafts/sending'
import { toastError } from '@/lib/toast'

import type { DocumentKind } from './document-kind'
import { noRefusal, refusalOf, toRefusal, type Refusal } from './refusal'
import type { Places } from './use-places'

/** Checks the draft as the storage holds it now, and sends it. */
export function useSubmit<Input, Row>(
  { kind, check, toInput, input: contract, create, describe }: DocumentKind<Input, Row>,
  { owner, places, today }: { owner: number; places: Places; today: string },
) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState(noRefusal)
  const isHere = useIsHere()
  const { mutateAsync } = useMutation({
    mutationFn: (sent: { owner: number; draft: Draft; input: Input }) =>
      sendDraft({ kind, ...sent }, { record: create.mutationFn, describe }),
    meta: { ...create.meta, isSaid: (error) => isHere.current && error instanceof RecordedEarlier },
  })

  function submit() {
    if (isSending(kind, owner)) return
    const draft = readDraft(kind, owner)
    // The one that is shown: it may be past midnight by a moment.
    const day = dayOf(draft, today)
    const missing = check(draft, day)
    if (missing !== null) {
      toastError(missing)
      return places.focusMissing(draft, day)
    }
    const input = toInput(draft, day)
    const { error } = contract.safeParse(input)
    if (!error) return void send(input, day)
    show(toRefusal(error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))))
    places.findRefused()?.focus()
  }

  async function send(input: Input, sentOn: string) {
    beginSending(kind, owner)
    const releaseFocus = places.holdFocus()
    setRefusal(noRefusal)
    changeDraft(kind, owner, (draft) => ({ ...draft, sentOn }))
    const draft = readDraft(kind, owner)
    try {
      await mutateAsync({ owner, draft, input })
      endSending(kind, owner)
      show(noRefusal)
      releaseFocus(places.partyRef.current)
    } catch (error) {
      endSending(kind, owner)
      show({ ...refusalOf(error), key: draft.key })
      releaseFocus(places.findRefused())
      // A product may be gone, or a customer: what is on screen is older than that.
      if (error instanceof ApiError && error.status === 422) void client.invalidateQueries()
    }
  }

  /** At once, so that what it shows, or no longer disables, can be focused. */
  function show(next: Refusal) {
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
