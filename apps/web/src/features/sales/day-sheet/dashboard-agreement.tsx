import { type DayFigures, subtotalOf } from '@stockie/contracts'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'

import { Button } from '@/components/ui/button'
import { formatMoney } from '@/lib/format'
import { reports } from '@/resources/reports'

interface DashboardAgreementProps {
  date: string
  figures: Pick<DayFigures, 'totalSales' | 'refunds' | 'shippingRefunds'>
}

/** Compares the day with the dashboard's figures of that day, which come from stored totals. */
export function DashboardAgreement({ date, figures }: DashboardAgreementProps) {
  const client = useQueryClient()
  const day = { from: date, to: date }
  // The alert below says it if they fail.
  const summary = useQuery({ ...reports.profitSummary(day), meta: {} })
  const daily = useQuery({ ...reports.dailyTotals(day), meta: {} })
  // Queries refetch one after the other, so the figures may differ until the last one arrives.
  const isReading = useIsFetching() > 0
  const container = useRef<HTMLDivElement>(null)
  const sold = summary.data?.totalSales
  // A day without documents has no row.
  const paidBack = daily.data && (daily.data[0]?.totalReturns ?? 0)
  const paidBackHere = subtotalOf([{ total: figures.refunds }, { total: figures.shippingRefunds }])
  const agrees = sold === figures.totalSales && paidBack === paidBackHere
  const isUnknown = sold === undefined || paidBack === undefined
  const isError = summary.isError || daily.isError

  function update() {
    // The button disappears during the refetch.
    container.current?.focus()
    void client.invalidateQueries()
  }

  return (
    <div ref={container} tabIndex={-1} className="text-sm outline-none">
      {agrees && (
        <p className="flex items-start gap-2 text-profit">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          Agrees with the dashboard: {figuresOf(sold, paidBack)}.
        </p>
      )}
      {!agrees && !isUnknown && !isError && !isReading && (
        <div role="alert" className="grid justify-items-start gap-3 text-destructive">
          <p className="flex items-start gap-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            Differs from the dashboard, where {figuresOf(sold, paidBack)}. Something may have
            changed meanwhile.
          </p>
          <Button variant="outline" className="text-foreground" onClick={update}>
            Update the figures
          </Button>
        </div>
      )}
      {!agrees && isError && (
        <p role="alert" className="flex items-start gap-2 text-destructive">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          Not compared with the dashboard: its figures could not be loaded.
        </p>
      )}
    </div>
  )
}

function figuresOf(sold: number, paidBack: number) {
  const total = `Sales Total of this day is ${formatMoney(sold)}`
  return paidBack === 0 ? total : `${total}, and its returns paid back ${formatMoney(paidBack)}`
}
