import type { DailyTotals } from '@stockie/contracts'
import { Bar, BarChart, CartesianGrid, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'

import { cn } from '@/lib/cn'
import { monthOf } from '@/lib/date-ranges'
import { formatDay, formatMoney } from '@/lib/format'
import { dailySeries } from './daily-series'
import type { DailyChartProps } from './lazy-daily-chart'

const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
  signDisplay: 'negative',
})

/** Sales rise above the zero line; purchases and expenses hang below it. */
export function DailyChart({ days, label }: DailyChartProps) {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const isMonth = monthOf({ from: first, to: last }) !== null
  return (
    <BarChart
      responsive
      data={days}
      stackOffset="sign"
      barCategoryGap="18%"
      margin={{ top: 8, right: 20, bottom: 12, left: 4 }}
      aria-label={`Sales above, purchases and expenses below, for each day: ${label}`}
      className="size-full rounded-b-xl text-xs has-[:focus-visible]:ring-[3px] has-[:focus-visible]:ring-ring/60 has-[:focus-visible]:ring-inset [&_svg]:outline-none"
    >
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis
        dataKey="day"
        tickFormatter={(day: string) => (isMonth ? String(Number(day.slice(8))) : formatDay(day))}
        interval="equidistantPreserveStart"
        minTickGap={14}
        tickLine={false}
        axisLine={false}
        tickMargin={8}
        tick={{ fill: 'var(--muted-foreground)' }}
      />
      <YAxis
        width={60}
        tickCount={6}
        niceTicks="snap125"
        tickFormatter={(sum: number) => shortDollars.format(sum)}
        tickLine={false}
        axisLine={false}
        tick={{ fill: 'var(--muted-foreground)' }}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--muted)' }}
        content={<DailyTooltip days={days} />}
      />
      {dailySeries.map(({ id, title, color }) => (
        <Bar
          key={id}
          name={title}
          dataKey={(totals: DailyTotals) => signOf(id) * totals[id]}
          stackId="day"
          fill={color}
          // Separates stacked bars. The bars of a year are thinner than the gap.
          stroke={days.length > 62 ? 'none' : 'var(--card)'}
          maxBarSize={28}
          // Keeps every amount visible, however small beside the largest day.
          minPointSize={(_, index) => (days[index]?.[id] ? 3 : 0)}
          isAnimationActive={false}
        />
      ))}
      <ReferenceLine y={0} stroke="var(--input)" />
    </BarChart>
  )
}

function signOf(id: (typeof dailySeries)[number]['id']) {
  return id === 'totalSales' ? 1 : -1
}

interface DailyTooltipProps {
  days: DailyTotals[]
  /** Recharts passes this and the label of the active day. */
  active?: boolean
  label?: string
}

/** The figures of one day, announced also to users who move through the days by keyboard. */
export function DailyTooltip({ days, active, label }: DailyTooltipProps) {
  const totals = active && days.find(({ day }) => day === label)
  if (!totals) return null
  return (
    <output className="grid gap-1.5 rounded-lg border bg-popover px-3 py-2.5 text-xs text-popover-foreground shadow-lg sm:text-sm">
      <span className="font-medium">{formatDay(totals.day)}</span>
      {dailySeries.map(({ id, title, swatch }) => (
        <span key={id} className="flex items-center gap-2">
          <span aria-hidden className={cn('size-2.5 rounded-[0.1875rem]', swatch)} />
          <span className="text-muted-foreground">{title}</span>{' '}
          <span className="ml-auto pl-4 font-medium tabular-nums">{formatMoney(totals[id])}</span>
        </span>
      ))}
    </output>
  )
}
