import { formatCount, formatMoment } from '@/lib/format'
import { keyOfDeleted, restoreBatch } from '@/resources/deleted-records'

import type { Batch } from './batches-of'
import { DeletedRow } from './deleted-row'
import { kinds } from './kinds'
import { RestoreButton } from './restore-button'

interface DeletedBatchProps {
  batch: Batch
  refetch: () => Promise<{ isError: boolean }>
}

/** What one click deleted, and what of it is deleted still: often a single record. */
export function DeletedBatch({ batch, refetch }: DeletedBatchProps) {
  const { first, records } = batch
  if (first.batchCount === 1) return <DeletedRow record={first} refetch={refetch} />

  const { resource, batchCount, deletedAt, deletedBy } = first
  const what = `${formatCount(batchCount)} ${kinds[resource].many.toLowerCase()}`
  return (
    <section aria-label={`${what} deleted together`} className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-32 gap-0.5 text-sm">
          <p className="font-medium">{what}</p>
          <p className="text-[0.8125rem] text-muted-foreground">
            Deleted together <time dateTime={deletedAt}>{formatMoment(deletedAt)}</time> by{' '}
            {deletedBy}
          </p>
        </div>
        <RestoreButton key={batchCount} restore={restoreBatch(first, what)} refetch={refetch}>
          Restore all {formatCount(batchCount)}
          <span className="sr-only"> {kinds[resource].many.toLowerCase()}</span>
        </RestoreButton>
      </div>
      <ul className="mt-2 divide-y border-l-2 pl-4">
        {records.map((record) => (
          <li key={keyOfDeleted(record)}>
            <DeletedRow record={record} refetch={refetch} />
          </li>
        ))}
      </ul>
    </section>
  )
}
