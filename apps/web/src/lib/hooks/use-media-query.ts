import { useSyncExternalStore } from 'react'

/** Whether a media query holds now. */
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
