import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import type { KnownRange } from '@/lib/date-ranges'
import { focusMain } from '@/lib/focus'
import { formatDay } from '@/lib/format'
import { books } from '@/resources/books'
import { useStoreToday } from './use-store-today'

const laterChanges = 'Later changes are not in these figures.'
const todayChanges = 'The day is not over: its changes still appear.'

const ChangesSheet = lazyDialog(() => import('./changes-sheet').then((file) => file.ChangesSheet))

interface KnownDayBannerProps {
  range: KnownRange
  onLeave: () => void
}

/** Says that the figures are those of an earlier day. Without one it is empty, so that screen readers announce the next. */
export function KnownDayBanner({ range, onLeave }: KnownDayBannerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { asOf } = range
  const isActive = asOf !== undefined
  const exactSince = useExactSince(asOf)
  const isOver = asOf !== useStoreToday({ isNeeded: isActive })

  function leave() {
    // The button disappears.
    focusMain()
    onLeave()
  }

  return (
    <div
      className={cn(
        isActive
          ? 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-primary/40 bg-accent p-3.5 text-sm text-accent-foreground sm:px-5'
          : 'sr-only',
      )}
    >
      <output className="grid min-w-0 flex-1 basis-64 gap-0.5">
        {isActive && (
          <span className="flex items-center gap-2 font-semibold">
            <CalendarDays aria-hidden className="size-4 shrink-0" />
            As known on {formatDay(asOf)}
          </span>
        )}
        {isActive && <span>{isOver ? laterChanges : todayChanges}</span>}
        {exactSince !== undefined && (
          <span>
            Stockie keeps the exact figures since {formatDay(exactSince)}. Earlier ones are pieced
            together from what the records tell.
          </span>
        )}
      </output>
      {isActive && (
        <div className="grid grid-cols-2 gap-2 max-sm:w-full max-sm:[&>button]:px-2">
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            What changed since
          </Button>
          <Button variant="outline" onClick={leave}>
            Show present figures
          </Button>
        </div>
      )}
      {isActive && (
        <ChangesSheet range={range} asOf={asOf} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}

/** The day since which figures are known exactly, if the shown day is before it. */
function useExactSince(asOf: string | undefined) {
  // Without it the figures are shown as well, so no toast reports a failure.
  const { data } = useQuery({ ...books, enabled: asOf !== undefined, meta: {} })
  const day = data?.exactSinceDay
  return day && asOf !== undefined && asOf < day ? day : undefined
}
