import type { DailyTotals } from '@stockie/contracts'
import { lazy, Suspense } from 'react'

import { Spinner } from '@/components/ui/spinner'

import { DailyTable } from './daily-table'

export interface DailyChartProps {
  days: DailyTotals[]
  /** Of the range. */
  label: string
}

const loadChart = () => import('./daily-chart')

/** Ahead of the figures, which take as long. */
export function prepareChart() {
  loadChart().catch(() => {})
}

const LoadedChart = lazy(() =>
  loadChart().then(
    (file) => ({ default: file.DailyChart }),
    // It did not come over the connection; the figures did.
    () => ({ default: DailyTable }),
  ),
)

export function LazyChart(props: DailyChartProps) {
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
