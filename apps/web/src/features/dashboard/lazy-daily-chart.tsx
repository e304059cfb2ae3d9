import type { DailyTotals } from '@stockie/contracts'
import { lazyComponent } from '@/components/lazy/lazy-component'
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
export const LazyDailyChart = lazyComponent<DailyChartProps>(
  () =>
    import('./daily-chart').then(
      (file) => file.DailyChart,
      // The chart failed to load; show the figures in a table.
      () => DailyTable,
    ),
  <output aria-label="Loading chart" className="self-center justify-self-center">
    <Spinner />
  </output>,
)
