import type { DailyTotals } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Table2 } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { formatRange, type KnownRange } from '@/lib/date-ranges'
import { useToday } from '@/lib/hooks/use-today'
import { reports } from '@/resources/reports'
import { dailySeries, fillMissingDays, isWithinYear } from './daily-series'
import { formatKnownRange } from './as-known/figure-texts'
import { DailyTable } from './daily-table'
import { LazyDailyChart } from './lazy-daily-chart'
import type { MonthBefore } from './month-before'

interface DailyCardProps {
  range: KnownRange
  comparison: MonthBefore | null
}

/** The card has its final height from the start. */
export function DailyCard({ range, comparison }: DailyCardProps) {
  const daily = useQuery(reports.dailyTotals(range))
  const [isTable, setIsTable] = useState(false)
  const titleId = useId()
  const figuresRef = useRef<HTMLDivElement>(null)
  const canChart = isWithinYear(range)
  const today = useToday()
  const lastDay = range.asOf ?? today
  const hasLine = comparison?.differences && daily.data?.length && !isTable

  function tryAgain() {
    // The button and the loading text disappear, so move the focus to the container.
    figuresRef.current?.focus()
    void daily.refetch()
  }

  return (
    <Card aria-labelledby={titleId} className="min-w-0">
      <header className="grid gap-2 p-4 pb-3 sm:p-6 sm:pb-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2 id={titleId} className="text-lg font-semibold tracking-tight">
            Daily Totals
          </h2>
          {canChart && (
            <Button variant="outline" onClick={() => setIsTable(!isTable)}>
              {isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
              {isTable ? 'Show as chart' : 'Show as table'}
            </Button>
          )}
        </div>
        {canChart ? (
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted-foreground">
            {dailySeries.map(({ id, title, swatch }) => (
              <li key={id} className="flex items-center gap-2">
                <span aria-hidden className={cn('size-2.5 rounded-[0.1875rem]', swatch)} />
                {title}
              </li>
            ))}
            {comparison && (
              // Keeps its place until the line is drawn.
              <li className={cn('flex items-center gap-2', !hasLine && 'invisible')}>
                <span
                  aria-hidden
                  className="w-4 border-t-2 border-dashed border-current opacity-70"
                />
                Sales, {formatRange(comparison.before)}
              </li>
            )}
          </ul>
        ) : (
          <p className="text-sm text-muted-foreground">
            A chart shows up to a year. For longer ranges, this table lists the days with any
            amounts.
          </p>
        )}
      </header>
      <div ref={figuresRef} tabIndex={-1} className="grid h-80 outline-none">
        <DailyFigures
          daily={{ data: daily.data, isError: daily.isError, refetch: tryAgain }}
          range={range}
          comparison={comparison}
          lastDay={lastDay}
          isTable={isTable || !canChart}
        />
      </div>
    </Card>
  )
}

interface DailyFiguresProps {
  daily: { data: DailyTotals[] | undefined; isError: boolean; refetch: () => void }
  range: KnownRange
  comparison: MonthBefore | null
  /** The last day that had come when the figures were known. */
  lastDay: string
  isTable: boolean
}

function DailyFigures({ daily, range, comparison, lastDay, isTable }: DailyFiguresProps) {
  const { from, to } = range
  const days = useMemo(
    () => daily.data && fillMissingDays({ from, to }, daily.data, lastDay),
    [daily.data, from, to, lastDay],
  )
  const daysBefore =
    comparison?.differences && fillMissingDays(comparison.before, comparison.days ?? [], lastDay)
  if (!daily.data || !days) {
    return (
      <div className="self-center">
        <ListPlaceholder list={daily} loading="Loading chart..." failure={reports.loadFailure} />
      </div>
    )
  }
  if (daily.data.length === 0) {
    return (
      <p className="self-center px-6 text-center text-sm text-muted-foreground">
        No sales, purchases or expenses in {formatKnownRange(range)}.
      </p>
    )
  }
  if (isTable) return <DailyTable days={days} />
  return <LazyDailyChart days={days} daysBefore={daysBefore} label={formatKnownRange(range)} />
}
