import type { SaleInput } from '@stockie/contracts'
import { accountOf } from '@/database/account-of'
import type { Attempt, Statement } from '@/database/record-once'
import { saleColumns } from './sale-row'

/**
 * A whole sale in one statement, so that it is recorded whole or not at all. Its products are locked
 * in the order of ids, as whoever posts movements does. They and the customer are locked as they are by
 * then: what was deleted while the sale waited is refused, and nothing it names is deleted before its end.
 * A caller whose session has ended, or whose role may do nothing, finds neither products nor a customer, and so locks nothing.
 */
const text = `
  with account as (${accountOf({ userId: '$11', version: '$14', session: '$15' })}
  ), line as (
    select * from unnest($1::int[], $2::int[], $3::int[], $4::numeric[])
      with ordinality as line (product_id, price, quantity, total, position)
  ), product as (
    select id, name from products
    where id = any($1) and deleted_at is null and (select allowed from account)
    order by id for no key update
  ), customer as (
    select id, name from customers
    where id = $5 and deleted_at is null and (select allowed from account) for share
  ), broken as (
    select 'customerId' as path, 'There is no such customer.' as message
    where not exists (select from customer)
    union all
    select concat('saleDetails.', position - 1, '.productId'), 'There is no such product.'
    from line where product_id not in (select id from product)
  ), sale as (
    insert into sales (sale_date, customer_id, customer_name, subtotal, discount, shipping_fees,
      total_amount, remark, created_by_id)
    select $6, id, name, (select sum(total) from line), $7, $8, $9, $10, $11
    from customer where not exists (select from broken)
    returning *
  ), details as (
    insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
    select sale.id, product_id, product.name, price, quantity, total
    from sale, line join product on product.id = product_id order by position
    returning *
  ), movement as (
    insert into stock_movements (product_id, delta, reason, sale_id, user_id)
    select product_id, -sum(quantity), 'sale', sale.id, $11
    from sale, line group by product_id, sale.id order by product_id
  ), idempotency as (
    insert into idempotency_records (user_id, resource, key, request_hash, document_id)
    select $11, 'sales', $12, $13, id from sale where $12::text is not null
  )
  select (select role from account) as role,
    (select row_to_json(answer)::text from (select ${saleColumns('details')} from sale) as answer)
      as document,
    case when (select allowed from account) then (select jsonb_agg(broken) from broken) end as broken`

export function recordSale(sale: SaleInput, attempt: Attempt): Statement {
  const lines = sale.saleDetails
  return {
    name: 'record sale',
    text,
    values: [
      lines.map(({ productId }) => productId),
      lines.map(({ price }) => price),
      lines.map(({ quantity }) => quantity),
      lines.map(({ total }) => total),
      sale.customerId,
      sale.saleDate,
      sale.discount,
      sale.shippingFees,
      sale.totalAmount,
      sale.remark,
      attempt.userId,
      attempt.key,
      attempt.hash,
      attempt.version,
      attempt.session,
    ],
  }
}
