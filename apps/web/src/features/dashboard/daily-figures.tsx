import type { DailyTotals } from '@stockie/contracts'
import { useMemo } from 'react'

import { ListPending } from '@/components/list-pending'
import type { DateRange } from '@/lib/date-ranges'
import { nameRange } from '@/lib/name-range'
import { reports } from '@/resources/reports'

import { DailyTable } from './daily-table'
import { fillDays } from './fill-days'
import { LazyChart } from './lazy-chart'

interface DailyFiguresProps {
  daily: { data: DailyTotals[] | undefined; isError: boolean; refetch: () => void }
  range: DateRange
  isTable: boolean
}

export function DailyFigures({ daily, range, isTable }: DailyFiguresProps) {
  const { from, to } = range
  const days = useMemo(
    () => daily.data && fillDays({ from, to }, daily.data),
    [daily.data, from, to],
  )
  if (!daily.data || !days) {
    return (
      <div className="self-center">
        <ListPending list={daily} loading="Loading chart..." failure={reports.loadFailure} />
      </div>
    )
  }
  if (daily.data.length === 0) {
    return (
      <p className="self-center px-6 text-center text-sm text-muted-foreground">
        No sales, purchases or expenses in {nameRange(range)}.
      </p>
    )
  }
  if (isTable) return <DailyTable days={days} />
  return <LazyChart days={days} label={nameRange(range)} />
}
