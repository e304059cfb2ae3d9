import { subtotalOf, type ProductLine, type ProductSummary } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { ListPending } from '@/components/list-pending'
import type { DateRange } from '@/lib/date-ranges'
import { reports } from '@/resources/reports'

import { Agreement } from './agreement'
import { LineGroup } from './line-group'
import { unitsOf } from './units-of'

interface LineListProps {
  summary: ProductSummary
  range: DateRange
}

export function LineList({ summary, range }: LineListProps) {
  const lines = useQuery(reports.productLines(summary.productId, range))
  if (!lines.data) {
    return <ListPending list={lines} loading="Loading lines..." failure={reports.loadFailure} />
  }

  const sold = lines.data.filter(({ kind }) => kind === 'sale')
  const purchased = lines.data.filter(({ kind }) => kind === 'purchase')
  const isSame =
    comesTo(sold, summary.units_sold, summary.total_sales) &&
    comesTo(purchased, summary.units_purchased, summary.total_purchases)
  return (
    <section
      aria-label="Lines"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="flex-1 overflow-y-auto overscroll-contain px-6 pb-6 outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
    >
      <div className="pt-5">
        <Agreement agrees={isSame}>These lines make the figures of the table.</Agreement>
      </div>
      <LineGroup title="Sold" document="Sale" list="/sales" lines={sold} />
      <LineGroup title="Purchased" document="Purchase" list="/purchase" lines={purchased} />
    </section>
  )
}

function comesTo(lines: ProductLine[], units: number, total: number) {
  return unitsOf(lines) === units && subtotalOf(lines) === total
}
