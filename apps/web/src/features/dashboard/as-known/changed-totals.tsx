import { type ChangeSince, type ProfitSummary, subtotalOf } from '@stockie/contracts'

import { cn } from '@/lib/cn'
import { formatMoney } from '@/lib/format'
import { formatDifference } from './figure-texts'

const totals = [
  { id: 'totalSales', title: 'Sales Total' },
  { id: 'totalPurchases', title: 'Purchases Total' },
  { id: 'totalExpenses', title: 'Expenses Total' },
  { id: 'profit', title: 'Profit' },
] as const

/** The name of the total that a change belongs to. */
export function totalTitle(total: ChangeSince['total']) {
  return totals.find(({ id }) => id === total)?.title
}

export interface BothSummaries {
  /** As it was known then. */
  known: ProfitSummary
  now: ProfitSummary
}

function changeOf(id: keyof ProfitSummary, { known, now }: BothSummaries) {
  return subtotalOf([{ total: now[id] }, { total: -known[id] }])
}

/** Whether all changes of each total add up to its difference. */
export function addUpToChange(rows: readonly ChangeSince[], summaries: BothSummaries) {
  return totals.every(
    ({ id }) =>
      id === 'profit' ||
      changeOf(id, summaries) ===
        subtotalOf(
          rows.filter(({ total }) => total === id).map(({ amount }) => ({ total: amount })),
        ),
  )
}

/** Each total as it was known then, its change, and the present one. */
export function ChangedTotals(summaries: BothSummaries) {
  return (
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="text-right text-[0.8125rem] text-muted-foreground *:pb-1 *:font-normal">
          <th scope="col">As known then</th>
          <th scope="col">Change</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      {totals.map(({ id, title }) => (
        <tbody key={id} className={cn(id === 'profit' && 'font-semibold')}>
          <tr>
            <th scope="rowgroup" colSpan={3} className="border-t pt-2 text-left font-[inherit]">
              {title}
            </th>
          </tr>
          <tr className="text-right *:w-1/3 *:pb-2">
            <td>{formatMoney(summaries.known[id])}</td>
            <td>{formatDifference(changeOf(id, summaries))}</td>
            <td>{formatMoney(summaries.now[id])}</td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}
