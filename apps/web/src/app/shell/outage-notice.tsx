import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'

import { outageStore, startLiveUpdates } from '@/lib/api/live-updates'
import { toDay } from '@/lib/dates'
import { useStore } from '@/lib/external-store'
import { formatDateTime, formatTime } from '@/lib/format'

/**
 * Keeps the screen current, and says so when it cannot. The notice lies below the header, as high as the
 * padding above each page, so nothing moves and no heading is covered. Its element is always there, so that
 * screen readers announce the text.
 */
export function OutageNotice() {
  const queryClient = useQueryClient()
  const outage = useStore(outageStore)

  useEffect(() => {
    const stop = startLiveUpdates(queryClient, outageStore.set)
    return () => {
      stop()
      outageStore.set(null)
    }
  }, [queryClient])

  return (
    <output className="pointer-events-none absolute inset-x-0 top-full text-xs/4 font-medium sm:text-sm/5 lg:left-64">
      {outage && (
        <p
          data-slot="outage-notice"
          className="flex justify-center gap-1.5 bg-warning px-2 text-background"
        >
          <CloudOff aria-hidden className="mt-0.5 size-3 shrink-0 sm:size-4" />
          <span>
            <span className="max-md:sr-only">Stockie cannot be reached. </span>
            What you see may be old: last updated {describeMoment(outage.currentAt)}.
          </span>
        </p>
      )}
    </output>
  )
}

/** 'at 14:05', or 'on 21 Nov 2026, 14:05' if that was another day. */
function describeMoment(at: number) {
  const moment = new Date(at)
  const isToday = toDay(moment) === toDay(new Date())
  return isToday ? `at ${formatTime(moment)}` : `on ${formatDateTime(moment.toISOString())}`
}
