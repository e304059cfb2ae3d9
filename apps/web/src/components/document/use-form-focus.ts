import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Moves the focus on the screen that creates a document. */
export function useFormFocus() {
  const startRef = useRef<HTMLDivElement>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const dateRef = useRef<HTMLButtonElement>(null)
  const partyRef = useRef<HTMLButtonElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const submitRef = useRef<HTMLButtonElement>(null)

  const focusSearch = useCallback(() => searchRef.current?.focus(), [])

  /** The first field to fill in: the products if the party is chosen already, else the party. */
  function findStart(hasParty: boolean) {
    if (!hasParty) return partyRef.current
    // On a touch screen a focused search would open the keyboard over the page.
    const isTouched = window.matchMedia('(pointer: coarse)').matches
    return (isTouched ? startRef : searchRef).current
  }

  /** The first field that shows an error. */
  function findInvalidField() {
    return formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? undefined
  }

  /** The name of the first line whose product was deleted. */
  function findDeletedLine() {
    return formRef.current?.querySelector<HTMLElement>('[data-deleted]') ?? undefined
  }

  /** Moves the focus to Submit while the draft is sent, since all fields are disabled then. */
  function holdFocus() {
    const before = document.activeElement
    // Does not scroll, so that the draft stays in view.
    submitRef.current?.focus({ preventScroll: true })

    /** Restores the focus, unless the user has moved it meanwhile. */
    return (next: HTMLElement | null = before instanceof HTMLElement ? before : null) => {
      const now = document.activeElement
      if (now === submitRef.current || now === document.body) next?.focus()
    }
  }

  return {
    startRef,
    formRef,
    dateRef,
    partyRef,
    searchRef,
    submitRef,
    focusSearch,
    findStart,
    findInvalidField,
    findDeletedLine,
    holdFocus,
  }
}

export type FormFocus = ReturnType<typeof useFormFocus>

interface InitialState {
  hasParty: boolean
  isSending: boolean
}

/** Sets the first focus, where the document begins. */
export function useInitialFocus({ findStart }: FormFocus, { hasParty, isSending }: InitialState) {
  const focusStart = useEffectEvent((startsWithProducts: boolean) =>
    findStart(startsWithProducts)?.focus({ preventScroll: true }),
  )
  const [startsWithProducts] = useState(hasParty)
  const hasOpened = useRef(false)

  useEffect(() => {
    const isOpening = !hasOpened.current
    hasOpened.current = true
    // If the user returns during a submit, all fields are disabled: this sets the focus afterwards.
    if (isSending || (!isOpening && document.activeElement !== document.body)) return
    focusStart(startsWithProducts)
  }, [startsWithProducts, isSending])
}
