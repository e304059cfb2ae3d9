import { managementRoles } from '@stockie/contracts'

import { MonthPicker } from '@/components/date/month-picker'
import { PageHeader } from '@/components/page-header'
import { ReorderLine } from '@/components/reorder/reorder-line'
import { formatRange, monthOf, monthRange, presetRange } from '@/lib/date-ranges'
import { useDateRange } from '@/lib/hooks/use-date-range'
import { useToday } from '@/lib/hooks/use-today'
import { useSession } from '@/lib/session/session-store'
import { DailyCard } from './daily-card'
import { useMonthBefore } from './month-before'
import { ProductSummarySection } from './product-summary-section'
import { TotalCards } from './total-cards'

export function DashboardPage() {
  const { range, setRange } = useDateRange(presetRange('This Month', useToday()))
  const session = useSession()
  const ordersStock = session.authState === 'Success' && managementRoles.includes(session.role)
  const comparison = useMonthBefore(range)
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <PageHeader title="Dashboard" />
          {ordersStock && <ReorderLine />}
        </div>
        <MonthPicker
          value={monthOf(range)}
          label={formatRange(range)}
          onChange={(month) => setRange(monthRange(month))}
        />
      </div>
      <TotalCards range={range} comparison={comparison} />
      <DailyCard range={range} comparison={comparison} />
      <ProductSummarySection range={range} />
    </div>
  )
}
