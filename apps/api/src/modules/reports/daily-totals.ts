import type { DateRangeQuery } from '@stockie/contracts'
import type { ListQuery } from '@/database/read-list'
import { withinDays } from '@/database/within-days'

const inRange = withinDays('created_at', { start: '$1', end: '$2', zone: '$3' })

/** The profit summary of each day that came to anything, and read from where that is read from. */
export function dailyTotals({ startDate, endDate }: DateRangeQuery, timeZone: string): ListQuery {
  return {
    name: 'daily totals',
    text: `
      select day, sum(sold) as "totalSales", sum(bought) as "totalPurchases",
        sum(spent) as "totalExpenses"
      from (
        select day, case source when 'sales' then amount else 0 end as sold,
          case source when 'purchases' then amount else 0 end as bought, 0 as spent
        from changes
        where source in ('sales', 'purchases')
          and day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')
        union all
        select (created_at at time zone $3)::date, 0, 0, amount from expenses
        where deleted_at is null and ${inRange}
      ) as posted
      group by day
      having sum(sold) <> 0 or sum(bought) <> 0 or sum(spent) <> 0
      order by day`,
    values: [startDate ?? null, endDate ?? null, timeZone],
    sources: ['sales', 'purchases', 'expenses'],
    days: { startDate, endDate },
  }
}
