import { type RestorablePath, restorablePaths } from '@stockie/contracts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore } from '@/components/show-more'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { useOwnChanges } from '@/lib/hooks/use-own-changes'
import { deletedRecordKey, deletedRecords } from '@/resources/deleted-records'
import { pagesOf } from '@/lib/api/paged-requests'
import { DeletedBatch, groupByBatch } from './deleted-batch'
import { resourceLabels } from './resource-labels'
import { useFocusNextButton } from '@/components/use-focus-next-button'

function DeletedList({ kind }: { kind: RestorablePath | null }) {
  const deleted = useInfiniteQuery({
    ...deletedRecords(kind),
    // The rows of the previous kind stay until those of the new kind are loaded.
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = deleted
  const [loadedKind, setLoadedKind] = useState(kind)
  if (!isPlaceholderData && loadedKind !== kind) setLoadedKind(kind)
  const latest = useMemo(() => data && { ...data, kind: loadedKind }, [data, loadedKind])
  // The buttons stay below the pointer while others delete and restore. Another kind appears at once.
  const { list, areaRef } = useHeldList(latest, {
    isSamePlaces: (shown, next) =>
      shown.kind !== next.kind || haveSamePlaces(shown.rows, next.rows, deletedRecordKey),
    isOwnChange: useOwnChanges(deleted),
  })
  const focus = useFocusNextButton()

  if (!list) {
    return (
      <ListPlaceholder
        list={deleted}
        loading="Loading deleted records..."
        failure="Failed to load deleted records."
      />
    )
  }

  const { rows, total } = list
  // Joins the refetch that the success has started, instead of starting another.
  const refetch = () => deleted.refetch({ cancelRefetch: false })
  return (
    <div
      {...focus}
      aria-busy={isPlaceholderData}
      className={cn('outline-none', isPlaceholderData && 'opacity-55')}
    >
      {rows.length === 0 && (
        <p className="py-10 text-center text-sm text-muted-foreground">
          {kind
            ? `No deleted ${resourceLabels[kind].plural.toLowerCase()}.`
            : 'Nothing is deleted.'}
        </p>
      )}
      <ul ref={areaRef} aria-label="Deleted records" className="divide-y">
        {groupByBatch(rows).map((batch) => (
          <li key={batch.first.batch}>
            <DeletedBatch batch={batch} refetch={refetch} />
          </li>
        ))}
      </ul>
      <ShowMore key={kind} list={pagesOf(deleted)} shown={rows.length} total={total} />
    </div>
  )
}

/** Deleted records, which only the owner can restore. */
export function RecentlyDeleted() {
  const [kind, setKind] = useState<RestorablePath | null>(null)
  return (
    <Card>
      <div className="flex flex-wrap items-end justify-between gap-x-4 pr-6">
        <CardHeader>
          <CardTitle>Recently deleted</CardTitle>
          <CardDescription>
            Restored records come back as they were, including stock.
          </CardDescription>
        </CardHeader>
        <div className="w-full pt-4 pl-6 sm:w-52">
          <NativeSelect
            aria-label="Show deleted"
            value={kind ?? ''}
            onChange={({ target }) =>
              setKind(restorablePaths.find((path) => path === target.value) ?? null)
            }
          >
            <option value="">Everything</option>
            {restorablePaths.map((path) => (
              <option key={path} value={path}>
                {resourceLabels[path].plural}
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
