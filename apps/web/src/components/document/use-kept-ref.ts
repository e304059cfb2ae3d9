import { useCallback, useRef, type Ref } from 'react'

/** For an element that is the caller's to hold, and one's own too. */
export function useKeptRef<T>(ref: Ref<T>) {
  const kept = useRef<T>(null)
  const keep = useCallback(
    (element: T | null) => {
      kept.current = element
      if (typeof ref === 'function') return ref(element)
      if (ref) ref.current = element
    },
    [ref],
  )
  return { kept, keep }
}
