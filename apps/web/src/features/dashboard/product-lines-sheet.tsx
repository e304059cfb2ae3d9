import { type ProductLine, type ProductSummary, subtotalOf } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'

import { DocumentLink } from '@/components/document/document-link'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore, useShownRows } from '@/components/show-more'
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '@/components/ui/sheet'
import { type DateRange, formatRange } from '@/lib/date-ranges'
import { formatCount, formatDay, formatMoney } from '@/lib/format'
import { useHeldList } from '@/lib/hooks/use-held-list'
import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'
import { reports } from '@/resources/reports'
import { FiguresCheck } from './figures-check'

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
  const returnedFocus = useRestoredFocus()
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <SheetContent side="right" {...returnedFocus}>
        <header className="grid gap-1 border-b px-6 py-5 pr-16">
          <SheetTitle className="text-lg leading-tight font-semibold tracking-tight wrap-anywhere">
            {summary.name}
          </SheetTitle>
          <SheetDescription className="text-sm text-muted-foreground">
            Sales and purchases in {formatRange(range)}.
          </SheetDescription>
        </header>
        <LineList summary={summary} range={range} />
      </SheetContent>
    </Sheet>
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

  const sold = list.lines.filter(({ kind }) => kind === 'sale')
  const purchased = list.lines.filter(({ kind }) => kind === 'purchase')
  const agrees =
    addUpTo(sold, list.summary.units_sold, list.summary.total_sales) &&
    addUpTo(purchased, list.summary.units_purchased, list.summary.total_purchases)
  return (
    <section
      aria-label="Lines"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="flex-1 overflow-y-auto overscroll-contain px-6 pb-6 outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
    >
      <div className="pt-5">
        <FiguresCheck agrees={agrees}>These lines add up to the figures in the table.</FiguresCheck>
      </div>
      <div ref={areaRef}>
        <LineGroup title="Sold" document="Sale" lines={sold} />
        <LineGroup title="Purchased" document="Purchase" lines={purchased} />
      </div>
    </section>
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
  /** The document's name, such as 'Sale'. */
  document: string
  lines: readonly ProductLine[]
}

const pageSize = 50

/** Lines of one kind below their total, which covers also the lines not shown yet. */
function LineGroup({ title, document, lines }: LineGroupProps) {
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
        {shown.map(({ kind, lineId, documentId, day, partyName, quantity, price, total }) => (
          <li
            key={lineId}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b py-3 text-sm last:border-b-0"
          >
            <DocumentLink kind={kind} id={documentId} day={day}>
              {`${document} ${documentId}`}
            </DocumentLink>
            <span className="text-right font-medium tabular-nums">{formatMoney(total)}</span>
            <span className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
              <time dateTime={day}>{formatDay(day)}</time> · {partyName}
            </span>
            <span className="text-right text-[0.8125rem] text-muted-foreground tabular-nums">
              {formatCount(quantity)} × {formatMoney(price)}
            </span>
          </li>
        ))}
      </ol>
      <ShowMore {...more} />
    </section>
  )
}
