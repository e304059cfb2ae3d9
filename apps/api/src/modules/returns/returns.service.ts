import type { ReturnInput, ReturnListQuery } from '@stockie/contracts'
import type { Pool } from 'pg'
import { accountSql } from '#src/database/sql/account-lookup'
import { createDocumentDeletion } from '#src/database/sql/deletion-and-restore'
import {
  createDocumentWriter,
  creatorSql,
  type DocumentRequest,
  type NamedStatement,
  recordingSql,
} from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'

type ReturnOfSale = { saleId: number; input: ReturnInput }

export function createReturns({ pool }: { pool: Pool }) {
  const record = createDocumentWriter<ReturnOfSale>(pool, {
    resource: 'returns',
    record: recordReturn,
    storedAnswer: `select row_to_json(answer)::text from (
      select ${columnsOf('return_lines')} from returns as return ${joins} where return.id = document_id
    ) as answer`,
  })
  const deletion = createDocumentDeletion(pool, 'return')

  function list({ startDate, endDate, saleId }: ReturnListQuery): ListQuery {
    return {
      name: saleId === undefined ? 'list returns' : 'list returns of sale',
      text: `select ${columnsOf('return_lines')} from returns as return ${joins}
        where return.deleted_at is null and return_date between $1 and $2
          ${saleId === undefined ? '' : 'and return.sale_id = $3'}
        order by return_date desc, return.id desc`,
      values: [
        startDate ?? '-infinity',
        endDate ?? 'infinity',
        ...(saleId === undefined ? [] : [saleId]),
      ],
      sources: ['returns', 'users'],
      days: { startDate, endDate },
      // Those of a sale are few, and the parts would be the days of all returns.
      ...(saleId === undefined && { parts: { day: 'returnDate' } }),
    }
  }

  return { list, record, ...deletion }
}

const joins = `join sales as sale on sale.id = return.sale_id ${creatorSql('return')}`

/** A return with the contract's field names. `lines` is a table, or the CTE of an insert. */
const columnsOf = (lines: string) => `
  return.id, return.sale_id as "saleId", sale.sale_date as "saleDate",
  sale.customer_name as "customerName", return.return_date as "returnDate",
  (
    select coalesce(json_agg(line), '[]') from (
      select sale_line_id as "saleDetailId", returned.product_id as "productId",
        sold.product_name as "productName", returned.price, returned.quantity, restock
      from ${lines} as returned join sale_lines as sold on sold.id = sale_line_id
      where returned.return_id = return.id order by returned.id
    ) as line
  ) as lines,
  return.proposed_refund as "proposedRefund", return.refund,
  return.shipping_refund as "shippingRefund", return.refund + return.shipping_refund as "totalRefund",
  return.remark, ${recordingSql('return')}`

/** SQL: an amount in a message. */
const dollars = (amount: string) => `to_char(${amount}, 'FM$999,999,999,999,990.00')`

/**
 * Records a whole return in one statement, so it is atomic. `lock_returns` locks the sale first and then reads what can
 * still be returned, so of two returns at once the second sees the first. A trigger computes the refund (decision 057).
 */
const recordReturnSql = `
  with account as (${accountSql({ userId: '$9', version: '$12', session: '$13' })}
  ), sold as materialized (
    select * from account, lock_returns(case when allowed then $1::int end)
  ), line as (
    select asked.*, sold.product_id, sold.price, sold.quantity_left
    from unnest($2::int[], $3::int[], $4::bool[])
      with ordinality as asked (sale_line_id, quantity, restock, position)
      left join sold using (sale_line_id)
  ), broken as (
    select position * 3 as place, concat('lines.', position - 1, '.saleDetailId') as path,
      'There is no such line in this sale.' as message
    from line where product_id is null
    union all
    select position * 3 + 1, concat('lines.', position - 1, '.quantity'),
      case when quantity_left > 0
        then concat('At most ', quantity_left, ' can be returned.') else 'All of it was returned already.' end
    from line where quantity > quantity_left
    union all
    select 1000000, 'refund', concat('The refund can be at most ', ${dollars('goods_left')}, '.')
    from (select distinct goods_left from sold) as paid where $6::numeric > goods_left
    union all
    select 1000001, 'shippingRefund', case when shipping_left > 0
      then concat('The shipping refund can be at most ', ${dollars('shipping_left')}, '.')
      else 'There are no shipping fees to refund.' end
    from (select distinct shipping_left from sold) as paid where $7::numeric > shipping_left
  ), returned as (
    insert into returns (sale_id, return_date, goods_value, refund, shipping_refund, remark, created_by_id)
    select $1, $5, (select coalesce(sum(price::bigint * quantity), 0) from line), $6, $7, $8, $9
    where exists (select from sold) and not exists (select from broken)
    returning *
  ), details as (
    insert into return_lines (return_id, sale_line_id, product_id, price, quantity, restock)
    select returned.id, sale_line_id, product_id, price, quantity, restock
    from returned, line order by position
    returning *
  ), movement as (
    insert into stock_movements (product_id, delta, reason, return_id, user_id)
    select product_id, sum(quantity), 'returned', return_id, $9
    from details where restock group by product_id, return_id order by product_id
  ), idempotency as (
    insert into idempotency_records (user_id, resource, key, request_hash, document_id)
    select $9, 'returns', $10, $11, id from returned where $10::text is not null
  )
  select (select role from account) as role,
    (select allowed from account) and not exists (select from sold) as "isMissing",
    (select row_to_json(answer)::text from (
      select ${columnsOf('details')} from returned as return ${joins}
    ) as answer) as document,
    case when (select allowed from account) then (
      select jsonb_agg(jsonb_build_object('path', path, 'message', message) order by place) from broken
    ) end as broken`

function recordReturn({ saleId, input }: ReturnOfSale, attempt: DocumentRequest): NamedStatement {
  const { lines, returnDate, refund, shippingRefund, remark } = input
  return {
    name: 'record return',
    text: recordReturnSql,
    values: [
      saleId,
      lines.map(({ saleDetailId }) => saleDetailId),
      lines.map(({ quantity }) => quantity),
      lines.map(({ restock }) => restock),
      returnDate,
      refund,
      shippingRefund,
      remark,
      attempt.userId,
      attempt.key,
      attempt.hash,
      attempt.version,
      attempt.session,
    ],
  }
}
