import { useSyncExternalStore } from 'react'

import { toDay } from '@/lib/dates'

/** The current day in the browser's time zone, also in a tab that stays open past midnight. */
export function useToday() {
  return useSyncExternalStore(followClock, () => toDay(new Date()))
}

function followClock(changed: () => void) {
  const timer = setInterval(changed, 30_000)
  // Timers of a hidden tab may sleep.
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}
