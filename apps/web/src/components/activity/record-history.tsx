import type { ActivityResource } from '@stockie/contracts'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

import { lazyComponent } from '@/components/lazy/lazy-component'
import { cn } from '@/lib/cn'
import { importOrReload } from '@/lib/lazy-import'

const ActivityList = lazyComponent(() =>
  importOrReload(() => import('./activity-list')).then((file) => file.ActivityList),
)

interface RecordHistoryProps {
  resource: ActivityResource
  id: number
  className?: string
}

/** What happened to a record, below its form or its details. It loads when it is opened. */
export function RecordHistory({ resource, id, className }: RecordHistoryProps) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  return (
    <section className={cn('border-t', className)}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full items-center justify-between rounded-md py-3 text-sm font-medium text-muted-foreground outline-none hover:text-foreground focus-visible:ring-[3px] focus-visible:ring-ring/60"
        >
          History
          <ChevronDown aria-hidden className={cn('size-4', isOpen && 'rotate-180')} />
        </button>
      </h3>
      {/* As high as a few rows, so that its place is in view before they are loaded. */}
      <div id={listId} ref={list} hidden={!isOpen} className="min-h-48">
        {isOpen && <ActivityList filter={{ resource, id }} isHistory empty="No changes yet." />}
      </div>
    </section>
  )
}
