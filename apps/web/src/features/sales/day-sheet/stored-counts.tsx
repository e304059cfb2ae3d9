import type { DaySheet } from '@stockie/contracts'
import { Printer } from 'lucide-react'

import { printSlip } from '@/components/slip/slip-host'
import { Button } from '@/components/ui/button'
import { formatCount, formatDateTime, formatMoney } from '@/lib/format'
import { formatDifference } from './day-figure-texts'
import { Part } from './day-figures'
import { countSlip } from './day-sheet-slip'

/** The cash counts of a day, newest first. */
export function StoredCounts({ sheets, sheetCount }: Pick<DaySheet, 'sheets' | 'sheetCount'>) {
  const hidden = sheetCount - sheets.length
  return (
    <Part title="Cash counts" count={sheetCount}>
      {sheetCount === 0 && (
        <p className="text-muted-foreground">The cash of this day was not counted.</p>
      )}
      <ul className="grid gap-4">
        {sheets.map((sheet) => (
          <li key={sheet.id}>
            <StoredCount sheet={sheet} />
          </li>
        ))}
        {hidden > 0 && <li className="text-muted-foreground">{formatCount(hidden)} older ones.</li>}
      </ul>
    </Part>
  )
}

function StoredCount({ sheet }: { sheet: DaySheet['sheets'][number] }) {
  const { countedTotal, difference, expectedCash, createdAt, createdByName, remark } = sheet
  const time = formatDateTime(createdAt)
  return (
    <article aria-label={`Count of ${time}`} className="grid gap-1">
      <div className="flex items-baseline justify-between gap-4 font-medium tabular-nums">
        <h4>Counted {formatMoney(countedTotal)}</h4>
        <p>{formatDifference(difference)}</p>
      </div>
      <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
        Expected {formatMoney(expectedCash)}
      </p>
      {sheet.takenOut.map(({ amount, reason }, index) => (
        // Rows have no id, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
          Taken out {formatMoney(amount)}: {reason}
        </p>
      ))}
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
          aria-label={`Print count of ${time}`}
          onClick={() => printSlip(countSlip(sheet))}
        >
          <Printer aria-hidden />
          Print
        </Button>
      </div>
    </article>
  )
}
