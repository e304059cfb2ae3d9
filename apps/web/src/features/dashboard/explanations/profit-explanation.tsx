import { type ProfitSummary, subtotalOf } from '@stockie/contracts'

import { FigureExplanation, FigureSteps } from './figure-explanation'
import { FiguresCheck } from '@/components/figures/figures-check'

interface ProfitExplanationProps {
  /** The days of the figures in words. */
  days: string
  /** The figures on the cards, once they are loaded. */
  summary: ProfitSummary | undefined
}

/** Explains how the Profit follows from the other cards, and what it is not. */
export function ProfitExplanation({ days, summary }: ProfitExplanationProps) {
  return (
    <FigureExplanation label="How is the profit made?" title="How Profit is made">
      {summary ? (
        <ProfitSteps days={days} summary={summary} />
      ) : (
        <p className="text-sm text-muted-foreground">Loading explanation...</p>
      )}
    </FigureExplanation>
  )
}

function ProfitSteps({ days, summary }: { days: string; summary: ProfitSummary }) {
  const { totalSales, totalPurchases, totalExpenses, profit } = summary
  const steps = [
    { title: 'Sales Total', sign: '', sum: totalSales },
    { title: 'Purchases Total', sign: '-', sum: totalPurchases },
    { title: 'Expenses Total', sign: '-', sum: totalExpenses },
  ] as const
  const total = subtotalOf(steps.map(({ sign, sum }) => ({ total: sign === '-' ? -sum : sum })))
  return (
    <div className="grid gap-4 text-sm">
      <FigureSteps name="Profit" range={days} steps={steps} total={total} />
      <p className="text-muted-foreground">
        Purchases are what you bought in these days. They are not the cost of the goods that you
        sold, some of which you bought earlier.
      </p>
      <p className="text-muted-foreground">
        An expense counts on its date, also if you enter it on another day.
      </p>
      <FiguresCheck agrees={total === profit}>The three totals add up to the profit.</FiguresCheck>
    </div>
  )
}
