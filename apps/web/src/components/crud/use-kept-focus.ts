import { useEffect, useRef, type FocusEvent } from 'react'

import { focusMain } from '@/lib/focus-main'

/** A row that was deleted, or went to another page, takes its button away with the focus on it. */
export function useKeptFocus() {
  const last = useRef<Element>(null)

  useEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) focusMain()
  })

  return {
    onFocus: (event: FocusEvent) => {
      last.current = event.target
    },
  }
}
