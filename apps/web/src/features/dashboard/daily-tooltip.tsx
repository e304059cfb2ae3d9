import type { DailyTotals } from '@stockie/contracts'

import { cn } from '@/lib/cn'
import { formatDay, formatMoney } from '@/lib/format'

import { series } from './series'

interface DailyTooltipProps {
  days: DailyTotals[]
  /** This and the day that it points at come from the chart. */
  active?: boolean
  label?: string
}

/** The figures of one day, also told to those who go through the days by keyboard. */
export function DailyTooltip({ days, active, label }: DailyTooltipProps) {
  const totals = active && days.find(({ day }) => day === label)
  if (!totals) return null
  return (
    <output className="grid gap-1.5 rounded-lg border bg-popover px-3 py-2.5 text-xs text-popover-foreground shadow-lg sm:text-sm">
      <span className="font-medium">{formatDay(totals.day)}</span>
      {series.map(({ id, title, swatch }) => (
        <span key={id} className="flex items-center gap-2">
          <span aria-hidden className={cn('size-2.5 rounded-[0.1875rem]', swatch)} />
          <span className="text-muted-foreground">{title}</span>{' '}
          <span className="ml-auto pl-4 font-medium tabular-nums">{formatMoney(totals[id])}</span>
        </span>
      ))}
    </output>
  )
}
