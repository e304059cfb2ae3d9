import { useQuery } from '@tanstack/react-query'
import { ReceiptText, RotateCw, ShoppingCart, Truck } from 'lucide-react'
import { useRef } from 'react'

import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import type { DateRange } from '@/lib/date-ranges'
import { formatMoney } from '@/lib/format'
import { nameRange } from '@/lib/name-range'
import { reports } from '@/resources/reports'

import { ProfitCard } from './profit-card'
import { SalesExplanation } from './sales-explanation'
import { TotalCard } from './total-card'

/** The sizes are those of the figures from the beginning, whatever is in their place. */
export function TotalCards({ range }: { range: DateRange }) {
  const summary = useQuery(reports.profitSummary(range))
  const place = useRef<HTMLElement>(null)
  const { data } = summary
  const hasFailed = summary.isError && !data
  // As small as the longest of them needs, and all alike.
  const length = Math.max(11, ...Object.values(data ?? {}).map((sum) => formatMoney(sum).length))
  const amount = (sum: number | undefined) => (sum === undefined ? null : { sum, length })

  function tryAgain() {
    place.current?.focus()
    void summary.refetch()
  }

  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={`Totals of ${nameRange(range)}`}
      className="relative outline-none"
    >
      <ul
        className={cn('grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4', hasFailed && 'invisible')}
      >
        <ProfitCard amount={amount(data?.profit)} />
        <TotalCard
          title="Sales Total"
          icon={ShoppingCart}
          path="/sales"
          range={range}
          amount={amount(data?.totalSales)}
        >
          <SalesExplanation range={range} totalSales={data?.totalSales} />
        </TotalCard>
        <TotalCard
          title="Purchases Total"
          icon={Truck}
          path="/purchase"
          range={range}
          amount={amount(data?.totalPurchases)}
        />
        <TotalCard
          title="Expenses Total"
          icon={ReceiptText}
          path="/expense"
          range={range}
          amount={amount(data?.totalExpenses)}
        />
      </ul>
      {summary.isPending && <output className="sr-only">Loading totals...</output>}
      {hasFailed && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 rounded-xl border bg-card p-4 text-sm shadow-xs">
          <p role="alert" className="text-center text-destructive">
            {reports.loadFailure}
          </p>
          <Button variant="outline" onClick={tryAgain}>
            <RotateCw aria-hidden />
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}
