import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'

import { Button } from '@/components/ui/button'
import { formatMoney } from '@/lib/format'
import { reports } from '@/resources/reports'

interface DashboardAgreementProps {
  date: string
  /** The total of the day's sales on the day sheet. */
  totalSales: number
}

/** Asks for the dashboard's figure of the same day, which comes from stored totals, and compares. */
export function DashboardAgreement({ date, totalSales }: DashboardAgreementProps) {
  const client = useQueryClient()
  const summary = useQuery(reports.profitSummary({ from: date, to: date }))
  // Queries refetch one after the other, so the figures may differ until the last one arrives.
  const isReading = useIsFetching() > 0
  const container = useRef<HTMLDivElement>(null)
  const shown = summary.data?.totalSales

  function update() {
    // The button disappears during the refetch.
    container.current?.focus()
    void client.invalidateQueries()
  }

  return (
    <div ref={container} tabIndex={-1} className="text-sm outline-none">
      {shown === totalSales && (
        <p className="flex items-start gap-2 text-profit">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          Agrees with the dashboard: Sales Total of this day is {formatMoney(shown)}.
        </p>
      )}
      {shown !== undefined && shown !== totalSales && !isReading && (
        <div role="alert" className="grid justify-items-start gap-3 text-destructive">
          <p className="flex items-start gap-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            Differs from the dashboard, where Sales Total of this day is {formatMoney(shown)}.
            Something may have changed meanwhile.
          </p>
          <Button variant="outline" className="text-foreground" onClick={update}>
            Update the figures
          </Button>
        </div>
      )}
      {shown === undefined && summary.isError && (
        <p role="alert" className="flex items-start gap-2 text-destructive">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          Not compared with the dashboard: its figure could not be loaded.
        </p>
      )}
    </div>
  )
}
