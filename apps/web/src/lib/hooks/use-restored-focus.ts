import { useRef } from 'react'

import { focusMain } from '@/lib/focus'

/** What a dialog does with the focus: it goes back to what had it, or to the page where that is gone. */
export function useRestoredFocus() {
  const opener = useRef<Element>(null)

  function onOpenAutoFocus() {
    opener.current = document.activeElement
  }

  function onCloseAutoFocus(event: Event) {
    event.preventDefault()
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    else focusMain()
  }

  return { onOpenAutoFocus, onCloseAutoFocus }
}
