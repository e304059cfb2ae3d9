import type { DailyTotals } from '@stockie/contracts'
import { lazy, Suspense } from 'react'

import { Spinner } from '@/components/ui/spinner'

import { DailyTable } from './daily-table'

export interface DailyChartProps {
  days: DailyTotals[]
  /** Of the range. */
  label: string
}

/** Its file is fetched for figures that are there, and takes nothing from their connection. */
const LoadedChart = lazy(() =>
  import('./daily-chart').then(
    (file) => ({ default: file.DailyChart }),
    // It did not come over the connection; the figures did.
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
