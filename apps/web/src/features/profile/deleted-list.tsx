import type { ResourcePath } from '@stockie/contracts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

import { ListPending } from '@/components/list-pending'
import { ShowMore } from '@/components/show-more'
import { cn } from '@/lib/cn'
import { deletedRecords } from '@/resources/deleted-records'

import { batchesOf } from './batches-of'
import { DeletedBatch } from './deleted-batch'
import { kinds } from './kinds'
import { useFocusOnward } from './use-focus-onward'

export function DeletedList({ kind }: { kind: ResourcePath | null }) {
  const deleted = useInfiniteQuery({
    ...deletedRecords(kind),
    // The rows of the other kind stay until those of this one are there.
    placeholderData: keepPreviousData,
  })
  const focus = useFocusOnward()

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
          {kind ? `No deleted ${kinds[kind].many.toLowerCase()}.` : 'Nothing is deleted.'}
        </p>
      )}
      <ul aria-label="Deleted records" className="divide-y">
        {batchesOf(rows).map((batch) => (
          <li key={batch.first.batch}>
            <DeletedBatch batch={batch} refetch={refetch} />
          </li>
        ))}
      </ul>
      <ShowMore key={kind} list={deleted} shown={rows.length} total={total} />
    </div>
  )
}
