import { useEffect, useRef, useState } from 'react'

import type { Places } from './use-places'

interface Beginning {
  hasParty: boolean
  isSending: boolean
}

/** The focus begins where the work does. */
export function useFirstFocus({ partyRef, searchRef }: Places, { hasParty, isSending }: Beginning) {
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
