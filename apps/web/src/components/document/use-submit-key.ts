import { useEffect, useEffectEvent } from 'react'

/** Ctrl+Enter submits from anywhere on the page, also where no field has the focus. */
export function useSubmitKey(submit: () => void) {
  const submitByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // What lies over the page, as the drawer does, keeps its keys.
    if (document.querySelector('[aria-modal=true]')) return
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down counts once.
    if (!event.repeat) submit()
  })

  useEffect(() => {
    // Before any field takes the Enter for itself.
    document.addEventListener('keydown', submitByKey, { capture: true })
    return () => document.removeEventListener('keydown', submitByKey, { capture: true })
  }, [])
}
