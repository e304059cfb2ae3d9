import type { DateRangeQuery } from '@stockie/contracts'
import type { ListQuery } from '@/database/read-list'

/**
 * How a range's total of sales comes about. It is read from the sales themselves, so that it does not
 * only repeat the total of the profit summary, but bears it out.
 */
export function salesBreakdown({ startDate, endDate }: DateRangeQuery): ListQuery {
  return {
    name: 'sales breakdown',
    text: `
      select count(*) as sales, coalesce(sum(subtotal), 0) as "lineTotals",
        coalesce(sum(discount), 0) as discounts, coalesce(sum(shipping_fees), 0) as "shippingFees",
        coalesce(sum(greatest(0, discount - subtotal - shipping_fees)), 0) as "raisedToZero",
        coalesce(sum(total_amount), 0) as "totalSales"
      from sales
      where deleted_at is null
        and sale_date between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')`,
    values: [startDate ?? null, endDate ?? null],
    sources: ['sales'],
    days: { startDate, endDate },
    single: true,
  }
}
