import { useEffect, useRef, type FocusEvent } from 'react'

/** What is restored takes its button away: the focus goes on to the one that comes in its place. */
export function useFocusOnward() {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: Element; place: number }>(null)

  useEffect(() => {
    const before = last.current
    if (before === null || before.element.isConnected) return
    last.current = null
    if (document.activeElement !== document.body) return
    const buttons = buttonsIn(list.current)
    const next = buttons[Math.min(before.place, buttons.length - 1)] ?? list.current
    next?.focus()
  })

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    last.current = { element: target, place: buttonsIn(list.current).indexOf(target) }
  }

  return { ref: list, onFocus, tabIndex: -1 }
}

function buttonsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll('button') ?? [])]
}
