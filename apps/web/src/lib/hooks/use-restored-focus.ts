import { useRef } from 'react'

import { focusMain } from '@/lib/focus'

/**
 * Returns the focus to the element that had it before the dialog, or to the page if it is gone. `moveFocus` may move
 * it elsewhere instead, and then returns true.
 */
export function useRestoredFocus(moveFocus?: () => boolean) {
  const opener = useRef<Element>(null)

  function onOpenAutoFocus() {
    opener.current = document.activeElement
  }

  function onCloseAutoFocus(event: Event) {
    event.preventDefault()
    if (moveFocus?.()) return
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    // A dialog below that closed as well may have returned the focus already.
    else if (document.activeElement === document.body) focusMain()
  }

  return { onOpenAutoFocus, onCloseAutoFocus }
}
