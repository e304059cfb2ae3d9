import type { DeletedRecord } from '@stockie/contracts'

import { formatDay, formatMoment, formatMoney } from '@/lib/format'
import { restoreRecord } from '@/resources/deleted-records'

import { kindOf } from './kinds'
import { RestoreButton } from './restore-button'

interface DeletedRowProps {
  record: DeletedRecord
  refetch: () => Promise<{ isError: boolean }>
}

/** One record, and what brings it back. */
export function DeletedRow({ record, refetch }: DeletedRowProps) {
  const { name, date, amount, deletedAt, deletedBy, batchCount } = record
  const isAlone = batchCount === 1
  const kind = kindOf(record)
  const what = date === null ? `${kind} ${name}` : kind
  const facts = [
    (isAlone || date !== null) && kind,
    amount !== null && formatMoney(amount),
    date !== null && formatDay(date),
  ].filter(Boolean)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-32 gap-0.5 text-sm">
        <p className="font-medium wrap-anywhere">{name}</p>
        {facts.length > 0 && (
          <p className="text-muted-foreground tabular-nums">{facts.join(' · ')}</p>
        )}
        {isAlone && (
          <p className="text-[0.8125rem] text-muted-foreground">
            Deleted <time dateTime={deletedAt}>{formatMoment(deletedAt)}</time> by {deletedBy}
          </p>
        )}
      </div>
      <RestoreButton restore={restoreRecord(record, what)} refetch={refetch}>
        Restore
        <span className="sr-only"> {what}</span>
      </RestoreButton>
    </div>
  )
}
