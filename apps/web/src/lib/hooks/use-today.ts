import { useSyncExternalStore } from 'react'

import { toDay } from '@/lib/dates'

/** The day of the browser's own calendar, also in a tab that stays open past midnight. */
export function useToday() {
  return useSyncExternalStore(followClock, () => toDay(new Date()))
}

function followClock(changed: () => void) {
  const timer = setInterval(changed, 30_000)
  // A timer of a tab that nobody sees may sleep.
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}
