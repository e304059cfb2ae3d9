import { useCallback, useEffect, useRef, useState } from 'react'

import type { Draft } from '@/lib/drafts/draft'

/** Where the focus is led on the screen that creates a document. */
export function useFormFocus() {
  const formRef = useRef<HTMLFormElement>(null)
  const dateRef = useRef<HTMLButtonElement>(null)
  const partyRef = useRef<HTMLButtonElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const submitRef = useRef<HTMLButtonElement>(null)

  const focusSearch = useCallback(() => searchRef.current?.focus(), [])

  /** In the order of the checks. */
  function focusMissing(draft: Draft, day: string) {
    if (draft.party === null) partyRef.current?.focus()
    else if (day === '') dateRef.current?.focus()
    else focusSearch()
  }

  /** The first field that shows a refusal. */
  function findRefused() {
    return formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? undefined
  }

  /** All fields are disabled while a draft is sent, and the focus waits where it was sent from. */
  function holdFocus() {
    const before = document.activeElement
    // What is sent stays where it is seen.
    submitRef.current?.focus({ preventScroll: true })

    /** Unless the person has gone elsewhere meanwhile. */
    return (next: HTMLElement | null = before instanceof HTMLElement ? before : null) => {
      const now = document.activeElement
      if (now === submitRef.current || now === document.body) next?.focus()
    }
  }

  return {
    formRef,
    dateRef,
    partyRef,
    searchRef,
    submitRef,
    focusSearch,
    focusMissing,
    findRefused,
    holdFocus,
  }
}

export type FormFocus = ReturnType<typeof useFormFocus>

interface Beginning {
  hasParty: boolean
  isSending: boolean
}

/** The focus begins where the work does. */
export function useInitialFocus(
  { partyRef, searchRef }: FormFocus,
  { hasParty, isSending }: Beginning,
) {
  const [isForProducts] = useState(hasParty)
  const hasOpened = useRef(false)

  useEffect(() => {
    const isOpening = !hasOpened.current
    hasOpened.current = true
    // Whoever comes back while it is sent finds all disabled, and the focus nowhere until it is.
    if (isSending || (!isOpening && document.activeElement !== document.body)) return
    // A phone would open its keyboard over what is there.
    const isTouched = window.matchMedia('(pointer: coarse)').matches
    const first = isForProducts && !isTouched ? searchRef : partyRef
    first.current?.focus({ preventScroll: true })
  }, [isForProducts, isSending, partyRef, searchRef])
}
