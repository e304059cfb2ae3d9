import { useEffect, useRef, useState } from 'react'

import type { Draft } from '@/lib/drafts/draft'

/** Where the focus is led on the screen that creates a document. It begins where the work does. */
export function usePlaces(hasParty: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const date = useRef<HTMLButtonElement>(null)
  const party = useRef<HTMLButtonElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)

  const [isForProducts] = useState(hasParty)
  useEffect(() => {
    // A phone would open its keyboard over what is there.
    const isTouched = window.matchMedia('(pointer: coarse)').matches
    const first = isForProducts && !isTouched ? search : party
    first.current?.focus({ preventScroll: true })
  }, [isForProducts])

  /** In the order of the checks. */
  function focusMissing(draft: Draft, day: string) {
    if (draft.party === null) party.current?.focus()
    else if (day === '') date.current?.focus()
    else search.current?.focus()
  }

  /** The first field that shows a refusal. */
  function findRefused() {
    return form.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? undefined
  }

  /** All fields are disabled while a draft is sent, and the focus waits where it was sent from. */
  function holdFocus() {
    const before = document.activeElement
    submit.current?.focus()

    /** Unless the person has gone elsewhere meanwhile. */
    return (next: HTMLElement | null = before instanceof HTMLElement ? before : null) => {
      const now = document.activeElement
      if (now === submit.current || now === document.body) next?.focus()
    }
  }

  return { form, date, party, search, submit, focusMissing, findRefused, holdFocus }
}

export type Places = ReturnType<typeof usePlaces>
