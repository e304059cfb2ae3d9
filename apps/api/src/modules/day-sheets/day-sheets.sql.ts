import { daySheetRows } from '@stockie/contracts'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { salesBreakdownSql } from '#src/database/sql/sales-breakdown'

const deletedSales = (day: string) => `
  select id as "saleId", customer_name as "customerName", total_amount as "totalAmount", deleted_at, deleted_by_id
  from sales where sale_date = ${day} and deleted_at is not null`

/** Also those that were deleted with their sale. */
const deletedReturns = (day: string) => `
  select returns.id as "returnId", sales.id as "saleId", customer_name as "customerName",
    refund + shipping_refund as "totalAmount", returns.deleted_at, returns.deleted_by_id
  from returns join sales on sales.id = sale_id where return_date = ${day} and returns.deleted_at is not null`

/** SQL: how many documents were deleted, their total, and the rows of those that were deleted last. The own id is first. */
const deletedSql = (documents: string, ids: string) => `(
    with deleted as (${documents})
    select json_build_object('count', count(*), 'totalAmount', coalesce(sum("totalAmount"), 0), 'rows', (
      select coalesce(json_agg(listed), '[]') from (
        select ${ids}, "customerName", "totalAmount", ${isoInstantSql('deleted_at')} as "deletedAt",
          users.name as "deletedByName"
        from deleted join users on users.id = deleted_by_id
        order by deleted_at desc, 1 desc limit ${daySheetRows}
      ) as listed
    )) from deleted
  )`

/** SQL: the figures of a day, as one row. The hours are those of a time zone. */
const figuresSql = (day: string, zone: string) => `
  select breakdown.*, "totalSales" + refunds + "shippingRefunds" as "grossSales",
    ${deletedSql(deletedSales(day), '"saleId"')} as "deletedSales",
    ${deletedSql(deletedReturns(day), '"returnId", "saleId"')} as "deletedReturns", (
    select coalesce(json_agg(person), '[]') from (
      select users.id as "createdById", users.name as "createdByName", sum(sold) as sales,
        sum(gross) as "grossSales", sum(returned) as returns, sum(refunded) as "totalRefunds"
      from (
        select created_by_id, 1 as sold, total_amount as gross, 0 as returned, 0 as refunded
        from sales where sale_date = ${day} and deleted_at is null
        union all
        select created_by_id, 0, 0, 1, refund + shipping_refund
        from returns where return_date = ${day} and deleted_at is null
      ) as recorded join users on users.id = created_by_id
      group by users.id order by sum(gross) desc, users.id
    ) as person
  ) as "byPerson", (
    select coalesce(json_agg(hour_of_day), '[]') from (
      select case when shown::date = sale_date then extract(hour from shown)::integer end as hour,
        count(*) as sales, sum(total_amount) as "grossSales"
      from (
        select sale_date, total_amount, created_at at time zone ${zone} as shown
        from sales where sale_date = ${day} and deleted_at is null
      ) as sold
      group by 1 order by 1 nulls last
    ) as hour_of_day
  ) as "byHour"
  from (${salesBreakdownSql({ start: day, end: day })}) as breakdown`

/** A stored count with the contract's field names. `sheet` is the table, or the CTE of an insert. */
const columns = `
  sheet.id, sheet.day as date, opening_float as "openingFloat", counted, counted_total as "countedTotal",
  paid_otherwise as "paidOtherwise", taken_out as "takenOut", remark, expected_cash as "expectedCash",
  difference, figures, ${isoInstantSql('sheet.created_at')} as "createdAt", creator.name as "createdByName"`

const creator = 'join users as creator on creator.id = sheet.created_by_id'

/** Values: the day, the time zone, today. */
export const daySheetSql = `
  select $1::date as date, $3::date as today, to_json(live) as figures,
    (select count(*) from day_sheets where day = $1::date) as "sheetCount",
    (
      select coalesce(json_agg(stored), '[]') from (
        select ${columns}, sheet.total_sales = live."totalSales" as "isCurrent"
        from day_sheets as sheet ${creator}
        where sheet.day = $1::date order by sheet.id desc limit ${daySheetRows}
      ) as stored
    ) as sheets
  from (${figuresSql('$1::date', '$2')}) as live`

/** The answer of a count whose id is "document_id". */
export const storedDaySheetSql = `select row_to_json(answer)::text from (
  select ${columns} from day_sheets as sheet ${creator} where sheet.id = document_id
) as answer`

/**
 * Stores a count with the figures of its day, in one statement and so of one moment.
 * Values: the day, the time zone, the input, the totals of the count and of what was taken out, the account, and the
 * key and the hash of the request.
 */
export const insertDaySheetSql = `
  with live as (${figuresSql('$1::date', '$2')}
  ), expected as (
    select live."totalSales" as total_sales, to_jsonb(live) as figures,
      $3::numeric + live."totalSales" - $6::numeric - $8::numeric as cash
    from live
  ), sheet as (
    insert into day_sheets (day, opening_float, counted, counted_total, paid_otherwise, taken_out, taken_out_total,
      remark, total_sales, expected_cash, difference, figures, created_by_id)
    select $1, $3, $4, $5, $6, $7, $8, $9, total_sales, cash, $5::numeric - cash, figures, $10 from expected
    returning *
  ), idempotency as (
    insert into idempotency_records (user_id, resource, key, request_hash, document_id)
    select $10, 'day_sheets', $11, $12, id from sheet where $11::text is not null
  )
  select row_to_json(answer)::text as document from (select ${columns} from sheet ${creator}) as answer`
