import { subtotalOf } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { ListPending } from '@/components/list-pending'
import type { DateRange } from '@/lib/date-ranges'
import { formatCount, formatMoney } from '@/lib/format'
import { nameRange } from '@/lib/name-range'
import { reports } from '@/resources/reports'

import { Agreement } from './agreement'

interface SalesStepsProps {
  range: DateRange
  totalSales: number | undefined
}

export function SalesSteps({ range, totalSales }: SalesStepsProps) {
  const breakdown = useQuery(reports.salesBreakdown(range))
  const { data: rows } = useQuery(reports.productSummary(range))
  if (!breakdown.data) {
    return (
      <ListPending
        list={breakdown}
        loading="Loading explanation..."
        failure={reports.loadFailure}
      />
    )
  }

  const { sales, lineTotals, discounts, shippingFees, raisedToZero } = breakdown.data
  const steps = [
    [`Line totals of ${formatCount(sales)} ${sales === 1 ? 'sale' : 'sales'}`, lineTotals, ''],
    ['Discounts', discounts, '-'],
    ['Shipping fees', shippingFees, '+'],
    ['Raised to zero, where a discount is more than the rest', raisedToZero, '+'],
  ] as const
  const isKnown = rows !== undefined && totalSales !== undefined
  const ofRows = subtotalOf((rows ?? []).map(({ total_sales }) => ({ total: total_sales })))
  const isSame = ofRows === lineTotals && totalSales === breakdown.data.totalSales

  return (
    <div className="grid gap-4 text-sm">
      <h3 className="font-semibold">Sales Total, {nameRange(range)}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2.5">
        {steps.map(([step, sum, sign]) => (
          <div key={step} className="col-span-full grid grid-cols-subgrid">
            <dt className="text-muted-foreground">{step}</dt>
            <dd className="text-right tabular-nums">{sign + formatMoney(sum)}</dd>
          </div>
        ))}
        <div className="col-span-full grid grid-cols-subgrid border-t pt-2.5 font-semibold">
          <dt>Sales Total</dt>
          <dd className="text-right tabular-nums">{formatMoney(breakdown.data.totalSales)}</dd>
        </div>
      </dl>
      <Agreement
        agrees={isKnown && isSame ? true : isKnown && !breakdown.isFetching ? false : null}
      >
        The Total Sales of all rows in the table come to the same line totals.
      </Agreement>
    </div>
  )
}
