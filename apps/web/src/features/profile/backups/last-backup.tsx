import { type BackupRow, formatBytes } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'

import { formatCount, formatDateTime } from '@/lib/format'
import { backupStatus } from './backup-requests'

/** When the newest verified backup was made, how large it is and what it holds. */
export function LastBackup({ rows = [] }: { rows: BackupRow[] | undefined }) {
  const status = useQuery(backupStatus)
  if (!status.data) return <p className="text-sm text-muted-foreground">Loading …</p>
  const { provedAt, overdue, hours } = status.data
  const newest = rows.find(({ proved, createdAt }) => proved && createdAt === provedAt)
  return (
    <div className="grid gap-1 text-sm">
      {provedAt === null ? (
        <p className="font-medium">No backup has been verified yet.</p>
      ) : (
        <p className="font-medium tabular-nums">
          <time dateTime={provedAt}>{formatDateTime(provedAt)}</time>
          {newest && ` · ${formatBytes(newest.bytes)}`}
        </p>
      )}
      {newest?.counts && (
        <p className="text-muted-foreground tabular-nums">{describeCounts(newest.counts)}</p>
      )}
      {overdue && (
        <p className="flex items-start gap-2 text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          No backup was verified in the last {formatCount(hours)} hours.
        </p>
      )}
    </div>
  )
}

/** "12 sales, 3 purchases, …" */
export function describeCounts(counts: NonNullable<BackupRow['counts']>) {
  const { sales, purchases, expenses, products, customers, suppliers, accounts } = counts
  return [
    count(sales, 'sale'),
    count(purchases, 'purchase'),
    count(expenses, 'expense'),
    count(products, 'product'),
    count(customers, 'customer'),
    count(suppliers, 'supplier'),
    count(accounts, 'account'),
  ].join(', ')
}

function count(number: number, noun: string) {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`
}
