import { reorder, type ReorderQuery } from '@stockie/contracts'
import { withinDays } from '#src/database/sql/days-to-instants'
import type { ListQuery } from '#src/database/sql/list-query'
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
 * Counts days in bits: the bit n stands for the day n days ago. All counts of a product are rows of `parts`, which are summed
 * up instead of joined: PostgreSQL cannot estimate how many products were sold out or are new, and joined them in a loop.
 * A day was sold out if the stock was empty at its end and at the end of the day before, and the product was not sold.
 *
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
          select id, product_id, balance, delta, least($2, (created_at at time zone $3)::date) as day
          from stock_movements where least(balance, balance - delta) <= 0 and ${inWindow}
        ) as movement
      ), known as (
        -- A first movement begins with a balance of 0. So only these products can have theirs in the window.
        select id, case when stock > 0 and id not in (select product_id from touched) then first_day
          else greatest(first_day, least(today, (
            select (created_at at time zone $3)::date from stock_movements
            where product_id = products.id order by id limit 1
          ))) end as first_day
        from asked, products where deleted_at is null
      ), spells as (
        select product_id as id, first_day - 1 as first_end, day - 1 as last_end
        from touched, asked where is_first and balance_before <= 0
        union all
        -- The next movement may have an earlier day. Then the spell has no day.
        select product_id, day, greatest(day, coalesce(next_day, today)) - 1
        from touched, asked where balance <= 0
        union all
        select id, first_day - 1, today - 1 from products, asked
        where stock <= 0 and id not in (select product_id from touched)
      ), parts as (
        select id, first_day, 0 as units, 0::bigint as sale_days, 0::bigint as empty_ends from known
        union all
        select product_id, null, sum(quantity), bit_or(1::bigint << ($2 - sale_date)), 0
        from sales join sale_lines on sale_id = sales.id
        where sale_date >= $2 - 30 and sale_date < $2 and deleted_at is null
        group by product_id
        union all
        select product_id, null, -sum(quantity), 0, 0
        from returns join return_lines on return_id = returns.id
        where return_date >= $2 - 30 and return_date < $2 and deleted_at is null
        group by product_id
        union all
        -- Less the documents that are dated before the first movement of a new product.
        select known.id, null, -units, 0, 0
        from asked, known, lateral (
          select quantity as units, sale_date as day, deleted_at
          from sale_lines, lateral (select * from sales where id = sale_id offset 0) as sale
          where product_id = known.id
          union all
          select -quantity, return_date, deleted_at
          from return_lines, lateral (select * from returns where id = return_id offset 0) as return
          where product_id = known.id
          offset 0
        ) as line
        where known.first_day > asked.first_day
          and line.deleted_at is null and day >= asked.first_day and day < known.first_day
        union all
        -- The bits of all days from the first end of a spell to the last.
        select id, null, 0, 0,
          (1::bigint << (today - first_end + 1)) - (1::bigint << (today - last_end))
        from spells, asked
      ), paced as (
        select id, greatest(0, units) as sold, full_days - bit_count((
          empty_ends & (empty_ends >> 1) & ~sale_days & ((2::bigint << full_days) - 2)
        )::bit(64)) as days
        from (
          select id, $2 - max(first_day) as full_days, sum(units)::bigint as units,
            bit_or(sale_days) as sale_days, bit_or(empty_ends) as empty_ends
          from parts group by id
        ) as counted
        where full_days is not null
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
