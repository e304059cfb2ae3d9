import { subtotalOf } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { type DateRange, formatRange } from '@/lib/date-ranges'
import { formatCount, formatMoney } from '@/lib/format'
import { reports } from '@/resources/reports'
import { FiguresCheck } from './figures-check'

interface SalesExplanationProps {
  range: DateRange
  /** The total on the card, once it is loaded. */
  totalSales: number | undefined
}

/** Explains how the Sales Total follows from the table. It loads when it opens. */
export function SalesExplanation(props: SalesExplanationProps) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          title="How is this figure made?"
          className="text-muted-foreground"
        >
          <CircleHelp aria-hidden />
          <span className="sr-only">How is this figure made?</span>
        </Button>
      </PopoverTrigger>
      {/* Below the figure that it explains. */}
      <PopoverContent
        align="end"
        sideOffset={60}
        aria-label="How Sales Total is made"
        className="w-88 p-5"
      >
        <SalesSteps {...props} />
      </PopoverContent>
    </Popover>
  )
}

interface SalesStepsProps {
  range: DateRange
  totalSales: number | undefined
}

function SalesSteps({ range, totalSales }: SalesStepsProps) {
  const breakdown = useQuery(reports.salesBreakdown(range))
  const { data: rows } = useQuery(reports.productSummary(range))
  if (!breakdown.data) {
    return (
      <ListPlaceholder
        list={breakdown}
        loading="Loading explanation..."
        failure={reports.loadFailure}
      />
    )
  }

  const { sales, lineTotals, discounts, shippingFees, raisedToZero } = breakdown.data
  const steps = [
    { title: `Line totals of ${countSales(sales)}`, sign: '', sum: lineTotals },
    { title: 'Discounts', sign: '-', sum: discounts },
    { title: 'Shipping fees', sign: '+', sum: shippingFees },
    {
      title: 'Totals below zero, counted as zero',
      sign: '+',
      sum: raisedToZero,
    },
  ]
  const total = subtotalOf(steps.map(({ sign, sum }) => ({ total: sign === '-' ? -sum : sum })))
  const tableTotal = rows && subtotalOf(rows.map(({ total_sales }) => ({ total: total_sales })))
  const isKnown = tableTotal !== undefined && totalSales !== undefined
  const agrees = tableTotal === lineTotals && totalSales === total

  return (
    <div className="grid gap-4 text-sm">
      <h3 className="font-semibold">Sales Total, {formatRange(range)}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2.5">
        {steps.map(({ title, sign, sum }) => (
          <div key={title} className="col-span-full grid grid-cols-subgrid">
            <dt className="text-muted-foreground">{title}</dt>
            <dd className="text-right tabular-nums">{sign + formatMoney(sum)}</dd>
          </div>
        ))}
        <div className="col-span-full grid grid-cols-subgrid border-t pt-2.5 font-semibold">
          <dt>Sales Total</dt>
          <dd className="text-right tabular-nums">{formatMoney(total)}</dd>
        </div>
      </dl>
      <FiguresCheck agrees={isKnown ? agrees : null}>
        The Total Sales of all rows in the table add up to the same line totals.
      </FiguresCheck>
    </div>
  )
}

function countSales(sales: number) {
  return `${formatCount(sales)} ${sales === 1 ? 'sale' : 'sales'}`
}
