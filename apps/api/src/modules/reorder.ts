import { reorder, type ReorderQuery } from '@stockie/contracts'
import { withinDays } from '#src/database/sql/days-to-instants'
import type { ListQuery } from '#src/database/sql/list-reader'
import type { ApiModule } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { describeReport } from '#src/http/openapi/resources'
import { parseQuery } from '#src/http/request-input'
import { dayIn } from '#src/time'

export const reorderModule: ApiModule = {
  describe: describeReport(reorder, {
    rowName: 'product to reorder',
    operationId: 'listReorder',
    tag: 'Stock',
    summary: 'List the products that should be bought soon, those that run out first at the top',
    description:
      'A product is in the list if its stock is at or below its reorder level (9 without one), or lasts less than the days of cover at the pace of the last 30 full days. These days begin with the first movement of the product. A day on which it was sold out does not count: its stock was 0 or less at both ends of the day, and it was not sold. Returns reduce what was sold.',
  }),
  endpoints: ({ answerList, timeZone }) => [
    listEndpoint(answerList, {
      path: reorder.path,
      list: (request) =>
        reorderQuery(parseQuery(reorder.query, request), {
          timeZone,
          today: dayIn(timeZone, new Date()),
        }),
    }),
  ],
}

const inWindow = withinDays('created_at', { start: '($2::date - 30)', end: 'null', zone: '$3' })

/**
 * A spell without stock begins after a movement with a balance of 0 or less and ends with the next movement, whose
 * balance before it was 0 or less. An index holds just these movements, so the report need not read the ledger.
 */
export function reorderQuery(
  { coverDays }: ReorderQuery,
  { timeZone, today }: { timeZone: string; today: string },
): ListQuery {
  return {
    name: 'reorder',
    text: `
      with asked as (
        select coalesce($1::int, (select cover_days from shop), 14) as cover,
          $2::date as today, $2::date - 30 as first_day
      ), touched as (
        select product_id, balance, balance - delta as balance_before, day,
          lead(day) over (partition by product_id order by id) as next_day,
          row_number() over (partition by product_id order by id) = 1 as is_first
        from (
          select id, product_id, balance, delta, (created_at at time zone $3)::date as day
          from stock_movements where least(balance, balance - delta) <= 0 and ${inWindow}
        ) as movement
      ), known as (
        -- A first movement begins with a balance of 0. So only these products can have theirs in the window.
        select products.id, case when stock > 0 and touched.product_id is null then first_day
          else greatest(first_day, (
            select (created_at at time zone $3)::date from stock_movements
            where product_id = products.id order by id limit 1
          )) end as first_day
        from asked, products left join touched on product_id = products.id and is_first
        where deleted_at is null
      ), spells as (
        select product_id as id, first_day - 1 as first_end, day - 1 as last_end
        from touched, asked where is_first and balance_before <= 0
        union all
        select product_id, day, coalesce(next_day, today) - 1 from touched, asked where balance <= 0
        union all
        select id, first_day - 1, today - 1 from products, asked
        where stock <= 0 and id not in (select product_id from touched)
      ), empty_ends as (
        select id, first_end + n as day,
          lag(first_end + n) over (partition by id order by first_end + n) as day_before
        from spells, generate_series(0, last_end - first_end) as n
      ), sold as (
        -- One bit for each day on which the product was sold. Reads no other part, so PostgreSQL can use several processes.
        select product_id as id, sum(quantity) as units, bit_or(1 << ($2::date - sale_date)) as days
        from sales join sale_lines on sale_id = sales.id
        where sale_date >= $2::date - 30 and sale_date < $2::date and deleted_at is null
        group by product_id
      ), returned as (
        select product_id as id, sum(quantity) as units
        from returns join return_lines on return_id = returns.id
        where return_date >= $2::date - 30 and return_date < $2::date and deleted_at is null
        group by product_id
      ), uncounted as (
        -- Documents dated before the product's first movement. Only a product of the last 30 days can have any here.
        select known.id, sum(line.units) as units
        from asked, known, lateral (
          select quantity as units from sale_lines join sales on sales.id = sale_id
          where product_id = known.id and deleted_at is null
            and sale_date >= asked.first_day and sale_date < known.first_day
          union all
          select -quantity from return_lines join returns on returns.id = return_id
          where product_id = known.id and deleted_at is null
            and return_date >= asked.first_day and return_date < known.first_day
          offset 0
        ) as line
        where known.first_day > asked.first_day
        group by known.id
      ), sold_out as (
        select known.id, count(*) as days
        from asked, empty_ends join known using (id) left join sold using (id)
        where day = day_before + 1 and day >= known.first_day and day < today
          and coalesce(sold.days, 0) & (1 << (today - day)) = 0
        group by known.id
      ), paced as (
        select known.id, greatest(0, coalesce(sold.units, 0) - coalesce(returned.units, 0)
            - coalesce(uncounted.units, 0)) as sold,
          coalesce(greatest(0, today - known.first_day) - coalesce(sold_out.days, 0), 0) as days
        from asked, known left join sold using (id) left join returned using (id)
          left join uncounted using (id) left join sold_out using (id)
      ), due as (
        select product.*, asked.*, sold, days,
          case when sold > 0 then greatest(0, stock)::numeric * days / sold end as lasts
        from asked, paced join products as product using (id)
        where stock <= coalesce(reorder_level, 9) or stock::bigint * days < cover * sold
      )
      select due.id as "productId", due.name, code,
        case when categories.deleted_at is null then categories.name end as "categoryName",
        stock, reorder_level as "reorderLevel", reorder_target as "reorderTarget",
        sold, days as "daysCounted", trunc(lasts, 1) as "daysOfCover",
        case when lasts < 36500 then today + floor(lasts)::int end as "runsOutOn",
        "supplierId", "supplierName", "lastCost", cost,
        case when reorder_target is not null then greatest(0, reorder_target - stock)
          else greatest(0, greatest(reorder_level + 1, ceil(2.0 * cover * sold / nullif(days, 0)), 0) - stock)
        end as suggested
      from due join categories on categories.id = category_id
        left join lateral (
          select supplier_id as "supplierId", suppliers.name as "supplierName", line.price as "lastCost"
          from (
            select id, purchase_id, price from purchase_lines where product_id = due.id offset 0
          ) as line join purchases on purchases.id = purchase_id
            join suppliers on suppliers.id = supplier_id
          where purchases.deleted_at is null and suppliers.deleted_at is null
          order by purchase_date desc, line.id desc limit 1
        ) as last_purchase on true
      order by lasts nulls last, due.id`,
    values: [coverDays ?? null, today, timeZone],
    sources: [
      'products',
      'categories',
      'stock_movements',
      'sales',
      'returns',
      'purchases',
      'suppliers',
      'shop',
    ],
    day: today,
  }
}
