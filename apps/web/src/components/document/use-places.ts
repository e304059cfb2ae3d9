import { useCallback, useRef } from 'react'

import type { Draft } from '@/lib/drafts/draft'

/** Where the focus is led on the screen that creates a document. */
export function usePlaces() {
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

export type Places = ReturnType<typeof usePlaces>
