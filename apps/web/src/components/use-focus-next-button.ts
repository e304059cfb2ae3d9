import { type FocusEvent, useEffect, useRef } from 'react'

/** A button that removes its row loses the focus. The button that takes its place gets it. */
export function useFocusNextButton() {
  const list = useRef<HTMLDivElement>(null)
  const lastFocused = useRef<{ element: Element; index: number }>(null)

  useEffect(() => {
    const previous = lastFocused.current
    if (previous === null || previous.element.isConnected) return
    lastFocused.current = null
    if (document.activeElement !== document.body) return
    const buttons = buttonsIn(list.current)
    const next = buttons[Math.min(previous.index, buttons.length - 1)] ?? list.current
    next?.focus()
  })

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    lastFocused.current = { element: target, index: buttonsIn(list.current).indexOf(target) }
  }

  return { ref: list, onFocus, tabIndex: -1 }
}

function buttonsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll('button') ?? [])]
}
