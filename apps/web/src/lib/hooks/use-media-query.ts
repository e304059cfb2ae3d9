import { useSyncExternalStore } from 'react'

/** Follows whether a media query matches. */
export function useMediaQuery(query: string) {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}
