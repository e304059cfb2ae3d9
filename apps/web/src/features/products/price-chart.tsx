import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts'

import { toDay } from '@/lib/dates'
import { formatDay, formatMoney } from '@/lib/format'

import type { PriceStep } from './price-steps'

/** The price and the cost over time, as steps. The list below it has the same figures. */
export function PriceChart({ steps }: { steps: readonly PriceStep[] }) {
  const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--muted-foreground)' } }
  return (
    <LineChart
      responsive
      data={[...steps]}
      margin={{ top: 8, right: 12, bottom: 0, left: 4 }}
      accessibilityLayer={false}
      className="h-44 w-full text-xs [&_svg]:outline-none"
    >
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis
        dataKey="at"
        type="number"
        domain={['dataMin', 'dataMax']}
        tickFormatter={(at: number) => formatDay(toDay(new Date(at)))}
        interval="equidistantPreserveStart"
        minTickGap={20}
        tickCount={4}
        tickMargin={8}
        {...axis}
      />
      <YAxis
        width={64}
        domain={[0, 'auto']}
        tickCount={4}
        tickFormatter={(amount: number) => formatMoney(amount).replace(/\.00$/, '')}
        {...axis}
      />
      <Line
        dataKey="price"
        type="stepAfter"
        dot={false}
        isAnimationActive={false}
        stroke="var(--primary)"
        strokeWidth={2}
      />
      <Line
        dataKey="cost"
        type="stepAfter"
        dot={false}
        isAnimationActive={false}
        stroke="var(--muted-foreground)"
        strokeWidth={2}
        strokeDasharray="4 3"
      />
    </LineChart>
  )
}
