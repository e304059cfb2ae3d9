import type { DateRangeQuery } from '@stockie/contracts'
import type { RowQuery } from '@/database/read-row'
import { withinDays } from '@/database/within-days'

const inRange = withinDays('created_at', { start: '$1', end: '$2', zone: '$3' })

/**
 * What a range of days came to. Sales and purchases are read from the totals that every write of a
 * document posts with its day, so that it costs the same however many there are.
 */
export function profitSummary({ startDate, endDate }: DateRangeQuery, timeZone: string): RowQuery {
  return {
    name: 'profit summary',
    text: `
      select "totalSales", "totalPurchases", "totalExpenses",
        "totalSales" - "totalPurchases" - "totalExpenses" as profit
      from (
        select coalesce(sum(amount) filter (where source = 'sales'), 0) as "totalSales",
          coalesce(sum(amount) filter (where source = 'purchases'), 0) as "totalPurchases"
        from changes
        where source in ('sales', 'purchases')
          and day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')
      ) as documents, (
        select coalesce(sum(amount), 0) as "totalExpenses" from expenses
        where deleted_at is null and ${inRange}
      ) as spent`,
    values: [startDate ?? null, endDate ?? null, timeZone],
  }
}
