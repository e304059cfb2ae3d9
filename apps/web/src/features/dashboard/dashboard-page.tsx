import { managementRoles } from '@stockie/contracts'
import { CalendarDays } from 'lucide-react'

import { MonthPicker } from '@/components/date/month-picker'
import { PageHeader } from '@/components/page-header'
import { ReorderLine } from '@/components/reorder/reorder-line'
import { formatRange, monthOf, monthRange, presetRange } from '@/lib/date-ranges'
import { useToday } from '@/lib/hooks/use-today'
import { useSession } from '@/lib/session/session-store'
import { KnownDayBanner } from './as-known/known-day-banner'
import { KnownDayPicker } from './as-known/known-day-picker'
import { useKnownRange } from './as-known/use-known-range'
import { DailyCard } from './daily-card'
import { useMonthBefore } from './month-before'
import { ProductSummarySection } from './product-summary-section'
import { TotalCards } from './total-cards'

export function DashboardPage() {
  const { range, setRange, setAsOf } = useKnownRange(presetRange('This Month', useToday()))
  const session = useSession()
  const ordersStock = session.authState === 'Success' && managementRoles.includes(session.role)
  const isPresent = range.asOf === undefined
  const comparison = useMonthBefore(range)
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <PageHeader title="Dashboard" />
          {/* There is no list of then. Its line keeps its place. */}
          {ordersStock && (isPresent ? <ReorderLine /> : <div className="min-h-5" />)}
        </div>
        <MonthPicker
          value={monthOf(range)}
          label={formatRange(range)}
          onChange={(month) => setRange(monthRange(month))}
          other={{
            label: (
              <>
                <CalendarDays aria-hidden />
                As known on …
              </>
            ),
            name: 'As known on',
            render: (close) => (
              <KnownDayPicker
                range={range}
                onChoose={(day) => {
                  close()
                  setAsOf(day)
                }}
              />
            ),
          }}
        />
      </div>
      <KnownDayBanner range={range} onLeave={() => setAsOf(undefined)} />
      <TotalCards range={range} comparison={comparison} />
      <DailyCard range={range} comparison={comparison} />
      <ProductSummarySection range={range} />
    </div>
  )
}
