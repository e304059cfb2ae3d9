import type { DailyTotals } from '@stockie/contracts'
import { lazy, Suspense } from 'react'

import { Spinner } from '@/components/ui/spinner'

import { DailyTable } from './daily-table'

export interface DailyChartProps {
  days: DailyTotals[]
  /** The same days of the month before, with any amounts. */
  daysBefore?: DailyTotals[] | undefined
  /** Names the range. */
  label: string
}

/** The chart loads after the figures, so that it does not delay them. */
const LoadedChart = lazy(() =>
  import('./daily-chart').then(
    (file) => ({ default: file.DailyChart }),
    // The chart failed to load; show the figures in a table.
    () => ({ default: DailyTable }),
  ),
)

export function LazyDailyChart(props: DailyChartProps) {
  return (
    <Suspense
      fallback={
        <output aria-label="Loading chart" className="self-center justify-self-center">
          <Spinner />
        </output>
      }
    >
      <LoadedChart {...props} />
    </Suspense>
  )
}
