import { useImperativeHandle, useRef, type Ref } from 'react'

/** For an element that is the caller's to hold, and one's own too. */
export function useMergedRef<T>(ref: Ref<T>) {
  const kept = useRef<T>(null)
  useImperativeHandle<T | null, T | null>(ref, () => kept.current, [])
  return kept
}
