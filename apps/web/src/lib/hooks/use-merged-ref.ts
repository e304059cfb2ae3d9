import { useImperativeHandle, useRef, type Ref } from 'react'

/** A local ref that also fills the ref of the caller. */
export function useMergedRef<T>(ref: Ref<T>) {
  const localRef = useRef<T>(null)
  useImperativeHandle<T | null, T | null>(ref, () => localRef.current, [])
  return localRef
}
