import type { DaySheet } from '@stockie/contracts'
import { Printer } from 'lucide-react'

import { printSlip } from '@/components/slip/slip-host'
import { Button } from '@/components/ui/button'
import { formatCount, formatDateTime, formatMoney } from '@/lib/format'
import { formatDifference } from './day-figure-texts'
import { Pair, Part } from './day-figures'
import { countSlip, expectedCashRows } from './day-sheet-slip'

interface StoredCountsProps extends Pick<DaySheet, 'sheets' | 'sheetCount'> {
  /** Whether the day is in the future. */
  isToCome: boolean
}

/** The cash counts of a day, newest first. */
export function StoredCounts({ sheets, sheetCount, isToCome }: StoredCountsProps) {
  const hidden = sheetCount - sheets.length
  return (
    <Part title="Cash counts" count={sheetCount}>
      {sheetCount === 0 && (
        <p className="text-muted-foreground">
          {isToCome
            ? 'This day is still to come. You can count its cash on that day.'
            : 'The cash of this day was not counted.'}
        </p>
      )}
      <ul className="grid gap-4 *:not-first:border-t *:not-first:pt-4">
        {sheets.map((sheet, index) => (
          <li key={sheet.id}>
            <StoredCount number={sheetCount - index} sheet={sheet} />
          </li>
        ))}
        {hidden > 0 && <li className="text-muted-foreground">{formatCount(hidden)} older ones.</li>}
      </ul>
    </Part>
  )
}

interface StoredCountProps {
  /** The first count of the day is 1. */
  number: number
  sheet: DaySheet['sheets'][number]
}

function StoredCount({ number, sheet }: StoredCountProps) {
  const { countedTotal, difference, createdAt, createdByName, remark } = sheet
  const time = formatDateTime(createdAt)
  return (
    <article aria-label={`Count ${number} of ${time}`} className="grid gap-2">
      <h4 className="flex items-baseline justify-between gap-4 font-medium">
        Count {number} <span className="tabular-nums">{formatDifference(difference)}</span>
      </h4>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-[0.8125rem]">
        {expectedCashRows(sheet).map((row, index) => (
          // Titles repeat if a reason does, and their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <Pair key={index} {...row} />
        ))}
        <Pair title="Counted cash" amount={formatMoney(countedTotal)} isTotal />
      </dl>
      {remark && <p className="text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">{remark}</p>}
      <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
        <time dateTime={createdAt}>{time}</time> by {createdByName}
      </p>
      {!sheet.isCurrent && (
        <p className="text-[0.8125rem] text-warning">
          The day has changed since. Sales Total was {formatMoney(sheet.figures.totalSales)} at this
          count.
        </p>
      )}
      <div className="mt-1">
        <Button
          variant="outline"
          aria-label={`Print count ${number} of ${time}`}
          onClick={() => printSlip(countSlip(sheet))}
        >
          <Printer aria-hidden />
          Print
        </Button>
      </div>
    </article>
  )
}
