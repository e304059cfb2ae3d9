import { useQuery } from '@tanstack/react-query'
import { Calculator, Printer } from 'lucide-react'
import { useState } from 'react'

import { DatePicker } from '@/components/date/date-picker'
import { DetailsSheet, SheetScroll } from '@/components/details-sheet'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { ListPlaceholder } from '@/components/list-placeholder'
import { printSlip } from '@/components/slip/slip-host'
import { Button } from '@/components/ui/button'
import type { DateRange } from '@/lib/date-ranges'
import { useToday } from '@/lib/hooks/use-today'
import { DashboardAgreement } from './dashboard-agreement'
import { DayFigureTables } from './day-figures'
import { daySheets } from './day-sheet-requests'
import { daySlip } from './day-sheet-slip'
import { StoredCounts } from './stored-counts'

const CashCountDialog = lazyDialog(() =>
  import('./cash-count-dialog').then((file) => file.CashCountDialog),
)

interface DaySheetPanelProps {
  /** The days of the list. */
  range: DateRange
  isOpen: boolean
  onClose: () => void
}

/** The figures of a day, and what its cash was counted as. */
export function DaySheetPanel({ range, isOpen, onClose }: DaySheetPanelProps) {
  return (
    <DetailsSheet
      title="Day sheet"
      description="What one day sold, and what is in the drawer."
      isOpen={isOpen}
      onClose={onClose}
    >
      <ChosenDay range={range} />
    </DetailsSheet>
  )
}

function ChosenDay({ range }: Pick<DaySheetPanelProps, 'range'>) {
  const today = useToday()
  const [picked, setPicked] = useState(() => (range.from === range.to ? range.from : null))
  const [isCounting, setIsCounting] = useState(false)
  const date = picked ?? today
  const query = useQuery(daySheets.of(date))
  const { data } = query
  const canCount = data !== undefined && date <= data.today

  function count() {
    if (!canCount) return
    // The count stays that of this day if midnight passes.
    setPicked(date)
    setIsCounting(true)
  }

  return (
    <>
      <SheetScroll label="Day sheet">
        <div className="grid gap-6 pt-5">
          <DatePicker label="Day" value={date} isInDialog onChange={setPicked} />
          {data ? (
            <>
              <DashboardAgreement date={date} figures={data.figures} />
              {data.figures.sales === 0 && data.figures.returns === 0 && (
                <p className="text-sm text-muted-foreground">Nothing was sold on this day.</p>
              )}
              <DayFigureTables figures={data.figures} />
              <StoredCounts {...data} isToCome={!canCount} />
            </>
          ) : (
            <ListPlaceholder
              list={query}
              loading="Loading the day sheet..."
              failure={daySheets.loadFailure}
            />
          )}
        </div>
      </SheetScroll>
      <footer className="flex flex-wrap justify-end gap-2 border-t px-6 py-4">
        <Button
          variant="outline"
          aria-disabled={!data}
          onClick={() => data && printSlip(daySlip(data))}
        >
          <Printer aria-hidden />
          Print
        </Button>
        <Button aria-disabled={!canCount} onClick={count}>
          <Calculator aria-hidden />
          Count cash
        </Button>
      </footer>
      {isCounting && data && (
        <CashCountDialog
          date={date}
          totalSales={data.figures.totalSales}
          last={data.sheets[0]}
          onClose={() => setIsCounting(false)}
        />
      )}
    </>
  )
}
