import type { DeletedRecord } from '@stockie/contracts'
import { Undo2 } from 'lucide-react'

import { formatCount, formatDay, formatDateTime, formatMoney } from '@/lib/format'
import { deletedRecordKey, restoreBatch, restoreRecord } from '@/resources/deleted-records'
import { recordLabel, resourceLabels } from './resource-labels'
import { RowActionButton } from './row-action-button'

export interface Batch {
  /** Its kind, time and user apply to the whole batch. */
  first: DeletedRecord
  records: DeletedRecord[]
}

/** Groups the records by the action that deleted them, in their order. */
export function groupByBatch(records: DeletedRecord[]): Batch[] {
  const batches = new Map<string, Batch>()
  for (const record of records) {
    const batch = batches.get(record.batch)
    if (batch) batch.records.push(record)
    else batches.set(record.batch, { first: record, records: [record] })
  }
  return [...batches.values()]
}

interface DeletedRowProps {
  record: DeletedRecord
  refetch: () => Promise<{ isError: boolean }>
}

/** One deleted record with its restore button. */
function DeletedRow({ record, refetch }: DeletedRowProps) {
  const { name, date, amount, deletedAt, deletedBy, batchCount } = record
  const isAlone = batchCount === 1
  const kind = recordLabel(record)
  const label = date === null ? `${kind} ${name}` : kind
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
            Deleted <time dateTime={deletedAt}>{formatDateTime(deletedAt)}</time> by {deletedBy}
          </p>
        )}
      </div>
      <RowActionButton
        action={restoreRecord(record, label)}
        icon={<Undo2 aria-hidden />}
        refetch={refetch}
      >
        Restore
        <span className="sr-only"> {label}</span>
      </RowActionButton>
    </div>
  )
}

interface DeletedBatchProps {
  batch: Batch
  refetch: () => Promise<{ isError: boolean }>
}

/** The records of one bulk deletion that are still deleted, or a single record. */
export function DeletedBatch({ batch, refetch }: DeletedBatchProps) {
  const { first, records } = batch
  if (first.batchCount === 1) return <DeletedRow record={first} refetch={refetch} />

  const { resource, batchCount, deletedAt, deletedBy } = first
  const label = `${formatCount(batchCount)} ${resourceLabels[resource].plural.toLowerCase()}`
  return (
    <section aria-label={`${label} deleted together`} className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-32 gap-0.5 text-sm">
          <p className="font-medium">{label}</p>
          <p className="text-[0.8125rem] text-muted-foreground">
            Deleted together <time dateTime={deletedAt}>{formatDateTime(deletedAt)}</time> by{' '}
            {deletedBy}
          </p>
        </div>
        <RowActionButton
          key={batchCount}
          action={restoreBatch(first, label)}
          icon={<Undo2 aria-hidden />}
          refetch={refetch}
        >
          Restore all {formatCount(batchCount)}
          <span className="sr-only"> {resourceLabels[resource].plural.toLowerCase()}</span>
        </RowActionButton>
      </div>
      <ul className="mt-2 divide-y border-l-2 pl-4">
        {records.map((record) => (
          <li key={deletedRecordKey(record)}>
            <DeletedRow record={record} refetch={refetch} />
          </li>
        ))}
      </ul>
    </section>
  )
}
