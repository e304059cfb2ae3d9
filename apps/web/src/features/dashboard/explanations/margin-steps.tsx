import { type Margin, type ProductSummary, subtotalOf } from '@stockie/contracts'

import { formatCount } from '@/lib/format'
import { FigureSteps } from './figure-explanation'

interface MarginStepsProps {
  range: string
  margin: Margin
}

/** The steps from the Sales Total to the gross margin. */
export function MarginSteps({ range, margin }: MarginStepsProps) {
  const { totalSales, shipping, costOfGoods, grossMargin, linesWithoutCost } = margin
  const steps = [
    { title: 'Sales Total', sign: '', sum: totalSales },
    { title: 'Shipping', sign: '-', sum: shipping },
    { title: 'Cost of goods', sign: '-', sum: costOfGoods },
  ] as const
  return (
    <div className="grid gap-4 border-t pt-4">
      <FigureSteps name="Gross Margin" range={range} steps={steps} total={grossMargin} />
      {linesWithoutCost > 0 && (
        <p>
          {describeLinesWithoutCost(linesWithoutCost)}{' '}
          {linesWithoutCost === 1 ? 'It counts' : 'They count'} as $0.00, so the margin is too high.
        </p>
      )}
      <p className="text-muted-foreground">
        The cost of goods is what the sold items had cost when you sold them. Profit subtracts what
        you bought in these days instead.
      </p>
    </div>
  )
}

/** '2 sold lines have no known cost.' */
export function describeLinesWithoutCost(lines: number) {
  return lines === 1
    ? '1 sold line has no known cost.'
    : `${formatCount(lines)} sold lines have no known cost.`
}

/** Whether the margin follows from the rows of the table and from the total on the card. */
export function agreesWithMargin(
  { totalSales, shipping, costOfGoods, grossMargin }: Margin,
  { rows, total }: { rows: readonly ProductSummary[]; total: number },
) {
  const sumOf = (amounts: number[]) => subtotalOf(amounts.map((amount) => ({ total: amount })))
  return (
    totalSales === total &&
    costOfGoods === sumOf(rows.map(({ cost_of_goods }) => cost_of_goods)) &&
    grossMargin === sumOf([totalSales, -shipping, -costOfGoods])
  )
}
