import { isoInstantSql } from '#src/database/sql/days-to-instants'

/** SQL: parked sales with the contract's field names. Both tables may be the result of a write. */
export const selectRows = (parked: string, lines: string) => `
  select parked.id, parked.name, parked.customer_id as "customerId",
    customers.name as "customerName", parked.discount, parked.shipping_fees as "shippingFees",
    greatest(0, line.sum - parked.discount + parked.shipping_fees) as "totalAmount",
    parked.remark, line.details as "saleDetails",
    ${isoInstantSql('parked.created_at')} as "createdAt", creator.name as "createdByName"
  from ${parked} as parked
    join users as creator on creator.id = parked.created_by_id
    left join customers on customers.id = parked.customer_id
    cross join lateral (
      select coalesce(json_agg(line), '[]') as details, coalesce(sum(total), 0) as sum
      from (
        select product_id as "productId", products.name as "productName", detail.price, quantity,
          detail.price::bigint * quantity as total
        from ${lines} as detail join products on products.id = product_id
        where parked_sale_id = parked.id order by detail.id
      ) as line
    ) as line`

/**
 * Parks a sale, and removes up to 100 that were resumed or deleted 30 days ago. A deleted customer or product is
 * accepted: the create screen marks it.
 */
export const parkSql = `
  with expired as (
    delete from parked_sales where id in (
      select id from parked_sales where coalesce(taken_at, deleted_at) < now() - interval '30 days'
        and (taken_at is not null or deleted_at is not null)
      limit 100 for update skip locked
    )
  ), line as (
    select * from unnest($1::int[], $2::int[], $3::int[])
      with ordinality as line (product_id, price, quantity, position)
  ), broken as (
    select 'customerId' as path, 'There is no such customer.' as message
    where $4::int is not null and not exists (select from customers where id = $4)
    union all
    select concat('saleDetails.', position - 1, '.productId'), 'There is no such product.'
    from line where not exists (select from products where id = product_id)
  ), parked as (
    insert into parked_sales
      (customer_id, name, discount, shipping_fees, remark, created_by_id, key, request_hash)
    select $4, $5, $6, $7, $8, $9, $10, case when $10::text is not null then $11::bytea end
    where not exists (select from broken)
    returning *
  ), details as (
    insert into parked_sale_lines (parked_sale_id, product_id, price, quantity)
    select parked.id, product_id, price, quantity from parked, line order by position
    returning *
  )
  select (select row_to_json(answer)::text from (${selectRows('parked', 'details')}) as answer) as document,
    (select jsonb_agg(broken) from broken) as broken`

const rowById = (id: string) => `(select row_to_json(answer)::text from (
    ${selectRows('parked_sales', 'parked_sale_lines')} where parked.id = ${id}) as answer)`

export const findParkedSql = `
  select request_hash = $3 as same, deleted_at is not null as "isDeleted",
    ${rowById('one.id')} as document
  from parked_sales as one where created_by_id = $1 and key = $2`

/** The second of two tills waits for the row, and then finds it taken. */
export const takeSql = `
  with taken as (
    update parked_sales set taken_at = now(), taken_by_id = $2, take_key = $3
    where id = $1 and taken_at is null and deleted_at is null
    returning *
  )
  select row_to_json(answer)::text as document
  from (${selectRows('taken', 'parked_sale_lines')}) as answer`

export const findTakenSql = `
  select taken_by_id = $2 and take_key = $3 as same, ${rowById('one.id')} as document,
    ${isoInstantSql('taken_at')} as "takenAt", taker.name as "takenByName"
  from parked_sales as one left join users as taker on taker.id = taken_by_id
  where one.id = $1`
