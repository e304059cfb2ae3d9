import { useEffect, useRef } from 'react'

/** Whether the component is still on the screen. Read it when an answer arrives. */
export function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
