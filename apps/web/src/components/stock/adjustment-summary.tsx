import type { AdjustmentSummaryRow } from '@stockie/contracts'
import type { UseQueryResult } from '@tanstack/react-query'

import { ListPlaceholder } from '@/components/list-placeholder'
import { formatCount, formatMoney, formatMonth, formatStockChange } from '@/lib/format'

import { adjustmentReasonNames } from './adjustment-reasons'

interface AdjustmentSummaryProps {
  /** The rows of one product or of all, the newest month first. */
  summary: UseQueryResult<AdjustmentSummaryRow[]>
}

/** What changed by hand in each month and why, in units and at cost. The caller lets it scroll. */
export function AdjustmentSummary({ summary }: AdjustmentSummaryProps) {
  if (!summary.data) {
    return (
      <ListPlaceholder
        list={summary}
        loading="Loading adjustments..."
        failure="Failed to load the adjustments."
      />
    )
  }

  if (summary.data.length === 0) {
    return (
      <p className="py-6 text-center text-sm text-muted-foreground">
        No stock was changed by hand yet.
      </p>
    )
  }
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <caption className="sr-only">Stock changes by hand, by month and reason</caption>
      <thead>
        <tr className="text-xs text-muted-foreground *:py-2.5 *:font-medium">
          <th scope="col" className="text-left">
            Reason
          </th>
          <th scope="col" className="w-[30%] text-right">
            Added
          </th>
          <th scope="col" className="w-[30%] text-right">
            Removed
          </th>
        </tr>
      </thead>
      {Object.entries(groupByMonth(summary.data)).map(([month, rows]) => (
        <tbody key={month} className="border-t">
          <MonthRow month={month} rows={rows} />
          {rows.map((row) => (
            <ReasonRow key={row.reason} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The month, with its sums if it has several reasons. */
function MonthRow({ month, rows }: { month: string; rows: readonly AdjustmentSummaryRow[] }) {
  const sum = (field: 'unitsAdded' | 'unitsRemoved' | 'valueAdded' | 'valueRemoved') =>
    rows.reduce((total, row) => total + row[field], 0)
  return (
    <tr className="align-top font-semibold *:pt-3 *:pb-1.5">
      <th scope="rowgroup" colSpan={rows.length > 1 ? 1 : 3} className="text-left">
        {formatMonth(month)}
      </th>
      {rows.length > 1 && (
        <>
          <Amount units={sum('unitsAdded')} value={sum('valueAdded')} />
          <Amount units={-sum('unitsRemoved')} value={sum('valueRemoved')} />
        </>
      )}
    </tr>
  )
}

function ReasonRow({ row }: { row: AdjustmentSummaryRow }) {
  const { reason, movements, movementsWithoutCost } = row
  return (
    <tr className="align-top *:py-1.5 last:*:pb-3">
      <th scope="row" className="text-left font-normal">
        {reason === null ? 'No reason given' : adjustmentReasonNames[reason]}
        {movementsWithoutCost > 0 && (
          <span className="block text-[0.8125rem] text-muted-foreground">
            {movementsWithoutCost === movements
              ? 'Cost not known'
              : `Cost of ${formatCount(movementsWithoutCost)} of ${formatCount(movements)} not known`}
          </span>
        )}
      </th>
      <Amount units={row.unitsAdded} value={row.valueAdded} />
      <Amount units={-row.unitsRemoved} value={row.valueRemoved} />
    </tr>
  )
}

/** Units, and below them what they cost, if that is known. */
function Amount({ units, value }: { units: number; value: number }) {
  if (units === 0) return <td className="text-right text-muted-foreground">0</td>
  return (
    <td className="text-right">
      {formatStockChange(units)}
      {value > 0 && (
        <span className="block text-[0.8125rem] font-normal text-muted-foreground">
          {formatMoney(value)}
        </span>
      )}
    </td>
  )
}

function groupByMonth(rows: readonly AdjustmentSummaryRow[]) {
  const months: Record<string, AdjustmentSummaryRow[]> = {}
  for (const row of rows) (months[row.month] ??= []).push(row)
  return months
}
