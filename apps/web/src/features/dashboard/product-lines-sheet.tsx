import { type ProductLine, type ProductSummary, subtotalOf } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'

import { DetailsSheet, SheetScroll } from '@/components/details-sheet'
import { DocumentItem } from '@/components/document/document-item'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore, useShownRows } from '@/components/show-more'
import { type DateRange, formatRange } from '@/lib/date-ranges'
import { formatCount, formatMoney } from '@/lib/format'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { reports } from '@/resources/reports'
import { FiguresCheck } from '@/components/figures/figures-check'

function totalUnits(lines: readonly { quantity: number }[]) {
  return lines.reduce((units, { quantity }) => units + quantity, 0)
}

interface LinesSheetProps {
  summary: ProductSummary
  range: DateRange
  isOpen: boolean
  onClose: () => void
}

/** The lines behind a product's figures. They load when the sheet opens. */
export function ProductLinesSheet({ summary, range, isOpen, onClose }: LinesSheetProps) {
  return (
    <DetailsSheet
      title={summary.name}
      description={`Sales and purchases in ${formatRange(range)}.`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <LineList summary={summary} range={range} />
    </DetailsSheet>
  )
}

interface LineListProps {
  summary: ProductSummary
  range: DateRange
}

function LineList({ summary, range }: LineListProps) {
  const lines = useQuery(reports.productLines(summary.productId, range))
  const latest = useMemo(() => lines.data && { lines: lines.data, summary }, [lines.data, summary])
  // The links stay below the pointer, with the figures that the lines add up to.
  const { list, areaRef } = useHeldList(latest, {
    // The new summary waits for its lines, or the figures would differ for a moment.
    isSamePlaces: (shown, next) =>
      shown.summary === next.summary && haveSamePlaces(shown.lines, next.lines, lineKey),
  })
  if (!list) {
    return <ListPlaceholder list={lines} loading="Loading lines..." failure={reports.loadFailure} />
  }

  const purchased = list.lines.filter(({ kind }) => kind === 'purchase')
  const sold = list.lines.filter(({ kind }) => kind !== 'purchase')
  const hasReturns = sold.some(({ kind }) => kind === 'return')
  const agrees =
    addUpTo(sold, list.summary.units_sold, list.summary.total_sales) &&
    addUpTo(purchased, list.summary.units_purchased, list.summary.total_purchases)
  return (
    <SheetScroll label="Lines">
      <div className="pt-5">
        <FiguresCheck agrees={agrees}>These lines add up to the figures in the table.</FiguresCheck>
      </div>
      <div ref={areaRef}>
        <LineGroup title={hasReturns ? 'Sold, less returns' : 'Sold'} lines={sold} />
        <LineGroup title="Purchased" lines={purchased} />
      </div>
    </SheetScroll>
  )
}

function lineKey({ kind, lineId }: ProductLine) {
  return `${kind} ${lineId}`
}

function addUpTo(lines: ProductLine[], units: number, total: number) {
  return totalUnits(lines) === units && subtotalOf(lines) === total
}

interface LineGroupProps {
  title: string
  lines: readonly ProductLine[]
}

const pageSize = 50

/** Lines below their total, which covers also the lines not shown yet. */
function LineGroup({ title, lines }: LineGroupProps) {
  const titleId = useId()
  const { shown, more } = useShownRows(lines, pageSize)
  const units = totalUnits(lines)
  return (
    <section aria-labelledby={titleId} className="pt-6">
      <header className="sticky top-0 flex flex-wrap items-baseline justify-between gap-x-4 border-b bg-popover py-2.5">
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        <p className="text-sm font-semibold tabular-nums">
          {formatCount(units)} {units === 1 ? 'unit' : 'units'} for {formatMoney(subtotalOf(lines))}
        </p>
      </header>
      {lines.length === 0 && <p className="py-3 text-sm text-muted-foreground">Nothing.</p>}
      <ol>
        {shown.map((line) => (
          <DocumentItem
            key={lineKey(line)}
            kind={line.kind}
            id={line.documentId}
            day={line.day}
            documentDay={line.documentDay}
            about={line.partyName}
            amount={line.total}
            units={`${formatCount(line.quantity)} × ${formatMoney(line.price)}`}
          />
        ))}
      </ol>
      <ShowMore {...more} />
    </section>
  )
}
