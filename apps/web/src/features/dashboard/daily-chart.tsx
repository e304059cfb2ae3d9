import type { DailyTotals } from '@stockie/contracts'
import { Fragment } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  DefaultZIndexes,
  Line,
  ReferenceLine,
  Tooltip,
  usePlotArea,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts'

import { cn } from '@/lib/cn'
import { formatDay, formatMoney } from '@/lib/format'
import { findScale, placeLabels } from './chart-scale'
import { dailySeries } from './daily-series'
import type { DailyChartProps } from './lazy-daily-chart'

const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
  signDisplay: 'negative',
})

/** Sales rise above the zero line; purchases and expenses hang below it, as sales below zero do. */
export function DailyChart({ days, daysBefore = [], label }: DailyChartProps) {
  const salesBefore = daysBefore.map(amountAbove)
  const scale = findScale(
    [...days.map(amountAbove), ...salesBefore],
    [...days.map(amountBelow), ...daysBefore.map(returnedBelow)],
  )
  const isOneMonth = days[0]?.day.slice(0, 7) === days.at(-1)?.day.slice(0, 7)
  return (
    <BarChart
      responsive
      data={days}
      stackOffset="sign"
      barCategoryGap="18%"
      margin={{ top: 8, right: 20, bottom: 12, left: 4 }}
      aria-label={`Sales above, purchases and expenses below, for each day: ${label}${daysBefore.length > 0 ? '. Dashed line: sales of the month before' : ''}`}
      className="size-full rounded-b-xl text-xs has-[:focus-visible]:ring-[3px] has-[:focus-visible]:ring-ring/60 has-[:focus-visible]:ring-inset [&_svg]:outline-none"
    >
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis
        dataKey="day"
        tickFormatter={(day: string) =>
          isOneMonth ? String(Number(day.slice(8))) : formatDay(day)
        }
        interval="equidistantPreserveStart"
        minTickGap={14}
        tickLine={false}
        axisLine={false}
        tickMargin={8}
        tick={{ fill: 'var(--muted-foreground)' }}
      />
      <YAxis
        width={60}
        domain={scale ? [scale.bottom, scale.top] : undefined}
        ticks={scale?.ticks}
        allowDataOverflow={scale !== null}
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
        content={<DailyTooltip days={days} daysBefore={daysBefore} />}
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
          // Keeps small amounts visible beside the largest day.
          minPointSize={(_, index) => (days[index]?.[id] ? 3 : 0)}
          isAnimationActive={false}
        />
      ))}
      {daysBefore.length > 0 && (
        <Line
          dataKey={({ day }: DailyTotals) => sameDayOf(daysBefore, day)?.totalSales}
          stroke="var(--foreground)"
          strokeOpacity={0.55}
          strokeDasharray="4 3"
          strokeWidth={1.5}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      )}
      <ReferenceLine y={0} stroke="var(--input)" />
      {scale && (
        <ZIndexLayer zIndex={DefaultZIndexes.label}>
          <BeyondLabels
            days={days}
            daysBefore={daysBefore}
            amountOf={amountAbove}
            end={scale.top}
            side="top"
          />
          <BeyondLabels days={days} amountOf={amountBelow} end={-scale.bottom} side="bottom" />
        </ZIndexLayer>
      )}
    </BarChart>
  )
}

function signOf(id: (typeof dailySeries)[number]['id']) {
  return id === 'totalSales' ? 1 : -1
}

/** The day with the same date in another month. */
function sameDayOf(days: DailyTotals[], day: string) {
  return days.find((other) => other.day.slice(8) === day.slice(8))
}

/** Sales rise above the zero line. */
function amountAbove({ totalSales }: DailyTotals) {
  return Math.max(0, totalSales)
}

/** Purchases and expenses hang below it, as one bar with sales below zero. */
function amountBelow(totals: DailyTotals) {
  return totals.totalPurchases + totals.totalExpenses + returnedBelow(totals)
}

/** More was returned than sold. */
function returnedBelow({ totalSales }: DailyTotals) {
  return Math.max(0, -totalSales)
}

interface BeyondLabelsProps {
  days: DailyTotals[]
  daysBefore?: DailyTotals[]
  amountOf: (totals: DailyTotals) => number
  end: number
  side: 'top' | 'bottom'
}

const rowHeight = 14

/** Breaks the bars that end beyond the scale, and writes their amounts, and those of the line. */
function BeyondLabels({ days, daysBefore = [], amountOf, end, side }: BeyondLabelsProps) {
  const plot = usePlotArea()
  if (!plot) return null

  const band = plot.width / days.length
  const labels = days.flatMap((totals, index) => {
    const middle = plot.x + (index + 0.5) * band
    return [totals, sameDayOf(daysBefore, totals.day)].flatMap((row) => {
      if (!row || amountOf(row) <= end) return []
      const text = shortDollars.format(amountOf(row))
      return {
        day: row.day,
        isBar: row === totals,
        text,
        middle,
        x: middle,
        width: 6 + text.length * 7,
      }
    })
  })
  const placed = placeLabels(labels, plot)
  const [edge, inwards] = side === 'top' ? [plot.y, 1] : [plot.y + plot.height, -1]
  return (
    <>
      {placed.map(({ day, isBar, middle, row }) => {
        const inner = edge + inwards * rowHeight * (row + 1)
        const left = middle - band / 2
        // Leaves a stub between the label and the break.
        return (
          isBar && (
            <g key={day} fill="var(--card)">
              <rect
                x={left}
                y={Math.min(edge, inner)}
                width={band}
                height={Math.abs(inner - edge)}
              />
              <path d={`M${left} ${inner + inwards * 7 + 3}l${band} -6v4l${-band} 6z`} />
            </g>
          )
        )
      })}
      {placed.map(({ day, isBar, isHidden, text, x, width, row }) => {
        if (isHidden) return null
        const y = edge + inwards * rowHeight * (row + 0.5)
        return (
          <g key={day}>
            <rect
              x={x - width / 2}
              y={y - rowHeight / 2}
              width={width}
              height={rowHeight}
              fill="var(--card)"
            />
            <text
              x={x}
              y={y}
              dy="0.355em"
              textAnchor="middle"
              className={isBar ? 'fill-foreground font-medium' : 'fill-muted-foreground'}
            >
              {text}
            </text>
          </g>
        )
      })}
    </>
  )
}

interface DailyTooltipProps {
  days: DailyTotals[]
  daysBefore?: DailyTotals[]
  /** Recharts passes this and the label of the active day. */
  active?: boolean
  label?: string
}

/** The figures of one day, announced also to users who move through the days by keyboard. */
export function DailyTooltip({ days, daysBefore = [], active, label }: DailyTooltipProps) {
  const totals = active && days.find(({ day }) => day === label)
  if (!totals) return null
  const dayBefore = sameDayOf(daysBefore, totals.day)
  return (
    <output className="grid gap-1.5 rounded-lg border bg-popover px-3 py-2.5 text-xs text-popover-foreground shadow-lg sm:text-sm">
      <span className="font-medium">{formatDay(totals.day)}</span>
      {dailySeries.map(({ id, title, swatch }) => (
        <Fragment key={id}>
          <span className="flex items-center gap-2">
            <span aria-hidden className={cn('size-2.5 rounded-[0.1875rem]', swatch)} />
            <span className="text-muted-foreground">{title}</span>{' '}
            <span className="ml-auto pl-4 font-medium tabular-nums">{formatMoney(totals[id])}</span>
          </span>
          {id === 'totalSales' && totals.totalReturns > 0 && (
            <span className="flex gap-2 pl-4.5 text-muted-foreground">
              <span>Returned</span>{' '}
              <span className="ml-auto pl-4 tabular-nums">{formatMoney(-totals.totalReturns)}</span>
            </span>
          )}
        </Fragment>
      ))}
      {dayBefore && (
        <span className="flex items-center gap-2 text-muted-foreground">
          <span aria-hidden className="w-2.5 border-t-2 border-dashed border-current opacity-70" />
          <span>Sales, {formatDay(dayBefore.day)}</span>{' '}
          <span className="ml-auto pl-4 tabular-nums">{formatMoney(dayBefore.totalSales)}</span>
        </span>
      )}
    </output>
  )
}
