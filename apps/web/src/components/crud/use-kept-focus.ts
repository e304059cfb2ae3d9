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
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      // A dialog keeps its own: its events come here too, though it stands elsewhere in the page.
      last.current = currentTarget.contains(target) ? target : null
    },
  }
}
