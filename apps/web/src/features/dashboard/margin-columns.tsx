import type { ProductSummary } from '@stockie/contracts'
import type { ReactNode } from 'react'

import type { Column } from '@/components/data-table/column'
import { formatCount, formatMoney } from '@/lib/format'
import { describeLinesWithoutCost } from './explanations/margin-steps'

/** The cost of the sold goods, and the margin. */
export const marginColumns: Column<ProductSummary>[] = [
  {
    id: 'cost-of-goods',
    title: 'Cost of Goods',
    value: ({ cost_of_goods }) => cost_of_goods,
    cell: (summary) => <Estimate summary={summary}>{formatMoney(summary.cost_of_goods)}</Estimate>,
    isHiddenAtFirst: true,
    align: 'right',
  },
  {
    id: 'gross-margin',
    title: 'Gross Margin',
    value: ({ gross_margin }) => gross_margin,
    cell: (summary) => <Estimate summary={summary}>{formatMoney(summary.gross_margin)}</Estimate>,
    isHiddenAtFirst: true,
    align: 'right',
  },
  {
    id: 'margin-percent',
    title: 'Margin %',
    value: ({ margin_percent }) => margin_percent,
    cell: (summary) => (
      <Estimate summary={summary}>{formatPercent(summary.margin_percent)}</Estimate>
    ),
    isHiddenAtFirst: true,
    align: 'right',
  },
  {
    id: 'unknown-costs',
    title: 'Unknown Costs',
    value: ({ lines_without_cost }) => lines_without_cost,
    cell: ({ lines_without_cost }) => formatCount(lines_without_cost),
    isHiddenAtFirst: true,
    align: 'right',
  },
]

function formatPercent(percent: number | null) {
  return percent === null ? 'N/A' : `${percent.toFixed(1)} %`
}

/** Marks a figure that some lines are missing from. */
function Estimate({ summary, children }: { summary: ProductSummary; children: ReactNode }) {
  if (summary.lines_without_cost === 0) return children
  const note = describeLinesWithoutCost(summary.lines_without_cost)
  return (
    <span title={note} className="relative">
      {children}
      <span aria-hidden className="absolute left-full pl-0.5 text-muted-foreground">
        *
      </span>
      <span className="sr-only">. {note}</span>
    </span>
  )
}
