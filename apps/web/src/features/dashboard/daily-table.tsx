import { type DailyTotals, subtotalOf } from '@stockie/contracts'

import { ShowMore, useShownRows } from '@/components/show-more'
import { cn } from '@/lib/cn'
import { formatDay, formatMoney } from '@/lib/format'
import { dailySeries } from './daily-series'

const cells = `*:px-2 *:py-2.5 *:text-right *:whitespace-nowrap *:first:pl-4 *:first:text-left
  *:last:pr-4 sm:*:px-6 sm:*:first:pl-6 sm:*:last:pr-6`

/** A whole year fits on one page. */
const pageSize = 366

/** The chart's amounts as a table, with totals. */
export function DailyTable({ days }: { days: DailyTotals[] }) {
  const { shown, more } = useShownRows(days, pageSize)
  const hasSeveralYears = days[0]?.day.slice(0, 4) !== days.at(-1)?.day.slice(0, 4)
  return (
    <section
      aria-label="Days"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="min-h-0 overflow-auto overscroll-contain rounded-b-xl outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
    >
      <table className="w-full border-separate border-spacing-0 text-sm tabular-nums">
        <thead>
          <tr
            className={cn(
              cells,
              'text-muted-foreground *:sticky *:top-0 *:border-y *:bg-card *:font-medium',
            )}
          >
            <th scope="col">Day</th>
            {dailySeries.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.day} className={cn(cells, '*:border-b')}>
              <th scope="row" className="font-normal">
                <Day day={row.day} hasSeveralYears={hasSeveralYears} />
              </th>
              {dailySeries.map(({ id }) => (
                <td key={id} className={row[id] === 0 ? 'text-muted-foreground' : undefined}>
                  {formatMoney(row[id])}
                  {id === 'totalSales' && <Returned amount={row.totalReturns} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={cn(cells, 'font-semibold *:sticky *:bottom-0 *:border-t *:bg-card')}>
            <th scope="row">Total</th>
            {dailySeries.map(({ id }) => (
              <td key={id}>
                {formatMoney(totalOf(days, id))}
                {id === 'totalSales' && <Returned amount={totalOf(days, 'totalReturns')} />}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <div className="pb-4 empty:hidden">
        <ShowMore {...more} />
      </div>
    </section>
  )
}

/** Below the sales, which are already without it. */
function Returned({ amount }: { amount: number }) {
  if (amount === 0) return null
  return (
    <span className="block text-xs font-normal text-muted-foreground">
      {formatMoney(-amount)} returned
    </span>
  )
}

function totalOf(days: DailyTotals[], id: Exclude<keyof DailyTotals, 'day'>) {
  return subtotalOf(days.map((row) => ({ total: row[id] })))
}

/** On a phone the year is hidden, or on a line of its own if there are several years. */
function Day({ day, hasSeveralYears }: { day: string; hasSeveralYears: boolean }) {
  const [date, month, year] = formatDay(day).split(' ')
  return (
    <>
      {date} {month}{' '}
      <span className={hasSeveralYears ? 'max-sm:block' : 'max-sm:sr-only'}>{year}</span>
    </>
  )
}
