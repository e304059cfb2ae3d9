import { subtotalOf } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { ListPlaceholder } from '@/components/list-placeholder'
import { type DateRange, formatRange } from '@/lib/date-ranges'
import { formatCount, formatMoney } from '@/lib/format'
import { reports } from '@/resources/reports'
import { FigureExplanation, FigureSteps, type Step } from './figure-explanation'
import { FiguresCheck } from '@/components/figures/figures-check'
import { agreesWithMargin, MarginSteps } from './margin-steps'

interface SalesExplanationProps {
  range: DateRange
  /** The total on the card, once it is loaded. */
  totalSales: number | undefined
}

/** Explains how the Sales Total follows from the table. It loads when it opens. */
export function SalesExplanation(props: SalesExplanationProps) {
  return (
    <FigureExplanation label="How is this figure made?" title="How Sales Total is made">
      <SalesSteps {...props} />
    </FigureExplanation>
  )
}

interface SalesStepsProps {
  range: DateRange
  totalSales: number | undefined
}

function SalesSteps({ range, totalSales }: SalesStepsProps) {
  const breakdown = useQuery(reports.salesBreakdown(range))
  const margin = useQuery(reports.margin(range))
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
  const { returns, returnedLineTotals, refunds, shippingRefunds } = breakdown.data
  const steps: Step[] = [
    { title: `Line totals of ${countSales(sales)}`, sign: '', sum: lineTotals },
    { title: 'Discounts', sign: '-', sum: discounts },
    { title: 'Shipping fees', sign: '+', sum: shippingFees },
    {
      title: 'Totals below zero, counted as zero',
      sign: '+',
      sum: raisedToZero,
    },
    ...(returns > 0
      ? ([
          { title: `Refunds of ${countReturns(returns)}`, sign: '-', sum: refunds },
          { title: 'Shipping refunds', sign: '-', sum: shippingRefunds },
        ] satisfies Step[])
      : []),
  ]
  const total = subtotalOf(steps.map(({ sign, sum }) => ({ total: sign === '-' ? -sum : sum })))
  const keptTotal = subtotalOf([{ total: lineTotals }, { total: -returnedLineTotals }])
  return (
    <div className="grid gap-4 text-sm">
      <FigureSteps name="Sales Total" range={formatRange(range)} steps={steps} total={total} />
      {margin.data ? (
        <MarginSteps range={formatRange(range)} margin={margin.data} />
      ) : (
        <ListPlaceholder
          list={margin}
          loading="Loading gross margin..."
          failure={reports.loadFailure}
        />
      )}
      <FiguresCheck
        agrees={
          rows && totalSales !== undefined
            ? totalSales === total &&
              keptTotal === subtotalOf(rows.map((row) => ({ total: row.total_sales }))) &&
              (!margin.data || agreesWithMargin(margin.data, { rows, total }))
            : null
        }
      >
        {`The Total Sales of all rows in the table add up to the same line totals${
          returns > 0 ? `, less ${formatMoney(returnedLineTotals)} of returned items` : ''
        }.${margin.data ? ' Their Cost of Goods adds up to the same cost.' : ''}`}
      </FiguresCheck>
    </div>
  )
}

function countReturns(returns: number) {
  return `${formatCount(returns)} ${returns === 1 ? 'return' : 'returns'}`
}

function countSales(sales: number) {
  return `${formatCount(sales)} ${sales === 1 ? 'sale' : 'sales'}`
}
