export const productTotalColumns = [
  'units_sold',
  'units_purchased',
  'total_sales',
  'total_purchases',
  'cost_of_goods',
  'lines_without_cost',
] as const

/** whole_sum() returns whole numbers. sum() would return a decimal, which is slower. */
const sums = productTotalColumns.map((column) => `whole_sum(${column}) as ${column}`).join(', ')

const purchasedLines = `union all
      select product_id, 0, sign * quantity, 0, sign * price * quantity, 0, 0
      from ends, lateral (
        select product_id, price, quantity
        from purchases join purchase_lines on purchase_id = purchases.id
        where purchase_date >= first_day and purchase_date < day_after and deleted_at is null
        offset 0
      ) as lines`

/**
 * SQL: the CTEs `whole` and `cut`. Together they are the totals of every product from the day $1 to the last day. Whole months
 * come from stored totals. Lines are read only for the days between an end of the range and the nearest first of a month. They
 * are added if the months miss them, and subtracted if the months contain too many. A line's total is its price times
 * its quantity. An unknown cost counts as 0. With `sold`, the columns of purchases have no meaning.
 */
export const productTotalsSql = (moved: 'all' | 'sold', lastDay = '$2::date') => `
  range as (
    select first_day, day_after,
      date_trunc('month', (first_day + 15)::timestamp)::date as nearest_first,
      date_trunc('month', (day_after + 15)::timestamp)::date as nearest_after
    from (values (
      coalesce($1::date, '-infinity'),
      greatest(coalesce($1::date, '-infinity'), coalesce(${lastDay} + 1, 'infinity'))
    )) as asked (first_day, day_after)
  ), months as (
    -- A range without a whole month is all in the second end.
    select first_day, day_after,
      case when nearest_first < nearest_after then nearest_first else first_day end as first_month,
      case when nearest_first < nearest_after then nearest_after else first_day end as month_after
    from range
  ), ends as (
    select case when first_day < first_month then 1::bigint else -1 end as sign,
      least(first_day, first_month) as first_day, greatest(first_day, first_month) as day_after
    from months where first_day <> first_month
    union all
    select case when month_after < day_after then 1::bigint else -1 end,
      least(month_after, day_after), greatest(month_after, day_after)
    from months where month_after <> day_after
  ), whole as (
    select product_id, ${sums} from product_totals
    where month >= (select first_month from months) and month < (select month_after from months)
    group by product_id
  ), cut as (
    select product_id, ${sums} from (
      select product_id, sign * quantity as units_sold, 0 as units_purchased,
        sign * price * quantity as total_sales, 0 as total_purchases,
        sign * coalesce(cost, 0) * quantity as cost_of_goods,
        case when cost is null then sign else 0 end as lines_without_cost
      from ends, lateral (
        select product_id, price, quantity, cost
        from sales join sale_lines on sale_id = sales.id
        where sale_date >= first_day and sale_date < day_after and deleted_at is null
        offset 0
      ) as lines
      union all
      select product_id, -sign * quantity, 0, -sign * price * quantity, 0,
        case when restock then -sign * coalesce(cost, 0) * quantity else 0 end, 0
      from ends, lateral (
        select product_id, price, quantity, cost, restock
        from returns join return_lines on return_id = returns.id
        where return_date >= first_day and return_date < day_after and deleted_at is null
        offset 0
      ) as lines
      ${moved === 'all' ? purchasedLines : ''}
    ) as lines group by product_id
  )`
