import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'

import { type Outage, startLiveUpdates } from '@/lib/api/live-updates'
import { toDay } from '@/lib/dates'
import { formatDateTime, formatTime } from '@/lib/format'

/**
 * Keeps the screen current, and says so when it cannot. The notice lies across the lower edge of the header,
 * between what is above and below, so nothing moves or is covered. Its element is always there, so that
 * screen readers announce the text.
 */
export function OutageNotice() {
  const queryClient = useQueryClient()
  const [outage, setOutage] = useState<Outage | null>(null)

  useEffect(() => startLiveUpdates(queryClient, setOutage), [queryClient])

  return (
    <output className="pointer-events-none absolute inset-x-2 -bottom-2.25 flex justify-center text-xs/5 lg:left-64">
      {outage && (
        <p className="flex gap-1.5 rounded-full bg-warning px-3 font-medium text-background">
          <CloudOff aria-hidden className="mt-1 size-3 shrink-0" />
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
