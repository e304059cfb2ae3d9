import { type ResourcePath, resourcePaths } from '@stockie/contracts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type FocusEvent, useEffect, useRef, useState } from 'react'

import { ListPending } from '@/components/list-pending'
import { ShowMore } from '@/components/show-more'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { deletedRecords } from '@/resources/deleted-records'
import { DeletedBatch, groupByBatch } from './deleted-batch'
import { resourceLabels } from './resource-labels'

/** What is restored takes its button away: the focus goes on to the one that comes in its place. */
function useFocusNextButton() {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: Element; place: number }>(null)

  useEffect(() => {
    const before = last.current
    if (before === null || before.element.isConnected) return
    last.current = null
    if (document.activeElement !== document.body) return
    const buttons = buttonsIn(list.current)
    const next = buttons[Math.min(before.place, buttons.length - 1)] ?? list.current
    next?.focus()
  })

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    last.current = { element: target, place: buttonsIn(list.current).indexOf(target) }
  }

  return { ref: list, onFocus, tabIndex: -1 }
}

function buttonsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll('button') ?? [])]
}

function DeletedList({ kind }: { kind: ResourcePath | null }) {
  const deleted = useInfiniteQuery({
    ...deletedRecords(kind),
    // The rows of the other kind stay until those of this one are there.
    placeholderData: keepPreviousData,
  })
  const focus = useFocusNextButton()

  if (!deleted.data) {
    return (
      <ListPending
        list={deleted}
        loading="Loading deleted records..."
        failure="Failed to load deleted records."
      />
    )
  }

  const { rows, total } = deleted.data
  // The reading that the success has begun, not another one.
  const refetch = () => deleted.refetch({ cancelRefetch: false })
  return (
    <div
      {...focus}
      aria-busy={deleted.isPlaceholderData}
      className={cn('outline-none', deleted.isPlaceholderData && 'opacity-55')}
    >
      {rows.length === 0 && (
        <p className="py-10 text-center text-sm text-muted-foreground">
          {kind ? `No deleted ${resourceLabels[kind].many.toLowerCase()}.` : 'Nothing is deleted.'}
        </p>
      )}
      <ul aria-label="Deleted records" className="divide-y">
        {groupByBatch(rows).map((batch) => (
          <li key={batch.first.batch}>
            <DeletedBatch batch={batch} refetch={refetch} />
          </li>
        ))}
      </ul>
      <ShowMore key={kind} list={deleted} shown={rows.length} total={total} />
    </div>
  )
}

/** What the owner alone can bring back. */
export function RecentlyDeleted() {
  const [kind, setKind] = useState<ResourcePath | null>(null)
  return (
    <Card>
      <div className="flex flex-wrap items-end justify-between gap-x-4 pr-6">
        <CardHeader>
          <CardTitle>Recently deleted</CardTitle>
          <CardDescription>What you restore is as it was, stock included.</CardDescription>
        </CardHeader>
        <div className="w-full pt-4 pl-6 sm:w-52">
          <NativeSelect
            aria-label="Show deleted"
            value={kind ?? ''}
            onChange={({ target }) =>
              setKind(resourcePaths.find((path) => path === target.value) ?? null)
            }
          >
            <option value="">Everything</option>
            {resourcePaths.map((path) => (
              <option key={path} value={path}>
                {resourceLabels[path].many}
              </option>
            ))}
          </NativeSelect>
        </div>
      </div>
      <CardContent className="pt-3 pb-4">
        <DeletedList kind={kind} />
      </CardContent>
    </Card>
  )
}
