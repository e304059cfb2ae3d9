import { subtotalOf, type ProductLine } from '@stockie/contracts'
import { useId } from 'react'
import { Link } from 'react-router-dom'

import { ShowMore } from '@/components/show-more'
import { formatCount, formatDay, formatMoney } from '@/lib/format'

import { unitsOf } from './units-of'
import { useShownRows } from './use-shown-rows'

interface LineGroupProps {
  title: string
  /** What a line is of: 'Sale'. */
  document: string
  /** The path of the list of these documents. */
  list: string
  lines: readonly ProductLine[]
}

const pageSize = 50

/** Lines of one kind below what they come to: it is there at once, however many there are. */
export function LineGroup({ title, document, list, lines }: LineGroupProps) {
  const titleId = useId()
  const { shown, more } = useShownRows(lines, pageSize)
  const units = unitsOf(lines)
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
        {shown.map(({ lineId, documentId, day, partyName, quantity, price, total }) => (
          <li
            key={lineId}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b py-3 text-sm last:border-b-0"
          >
            {/* All of the line is the link. */}
            <Link
              to={`${list}?${new URLSearchParams({ from: day, to: day, q: String(documentId) })}`}
              className="justify-self-start font-medium underline decoration-input decoration-dotted underline-offset-4 outline-none after:absolute after:-inset-x-2 after:inset-y-0 after:rounded-md hover:decoration-solid hover:after:bg-foreground/4 focus-visible:after:ring-[3px] focus-visible:after:ring-ring/60 focus-visible:after:ring-inset"
            >
              {`${document} ${documentId}`}
            </Link>
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
