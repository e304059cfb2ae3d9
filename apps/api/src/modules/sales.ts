import { type SaleInput, type SaleListQuery, sales, saleWithoutLines } from '@stockie/contracts'
import type { Pool } from 'pg'
import { accountSql } from '#src/database/sql/account-lookup'
import { createDocumentDeletion } from '#src/database/sql/deletion-and-restore'
import {
  createDocumentWriter,
  creatorSql,
  documentLinesSql,
  type DocumentRequest,
  type NamedStatement,
  recordingSql,
} from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { returnedAmountSql } from '#src/database/sql/sales-breakdown'
import type { ApiModule } from '#src/http/api-router'
import { describeDocuments } from '#src/http/openapi/resources'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { documentEndpoints } from '#src/http/endpoints/resource-endpoints'
import { parseId } from '#src/http/request-input'

export const salesModule: ApiModule = {
  describe: describeDocuments(
    { ...sales, withoutLines: saleWithoutLines.meta({ id: 'SaleWithoutLines' }) },
    { singular: 'sale', withArticle: 'a sale', plural: 'sales' },
    'Removes its products from the stock, which may become negative.',
  ),
  endpoints(parts) {
    const service = createSales(parts)
    const one = listEndpoint(parts.answerList, {
      path: `${sales.path}/{id}`,
      list: (request) => service.find(parseId(request, 'sale')),
    })
    return [...documentEndpoints(sales, service, parts), one]
  },
}

export function createSales({ pool }: { pool: Pool }) {
  const record = createDocumentWriter<SaleInput>(pool, {
    resource: 'sales',
    record: recordSale,
    storedAnswer: `select row_to_json(answer)::text from (
      select ${saleColumns('sale_lines', '0')} from sales as sale ${creatorSql('sale')} where sale.id = document_id
    ) as answer`,
  })
  const deletion = createDocumentDeletion(pool, 'sale')

  function list({ lines, ...days }: SaleListQuery): ListQuery {
    const isWithoutLines = lines === 'none'
    const columns = isWithoutLines ? columnsWithoutLines : saleColumns('sale_lines')
    return {
      name: isWithoutLines ? 'list sales without lines' : 'list sales',
      text: `select ${columns} from sales as sale ${creatorSql('sale')}
        where deleted_at is null and sale_date between $1 and $2
        order by sale_date desc, sale.id desc`,
      values: [days.startDate ?? '-infinity', days.endDate ?? 'infinity'],
      sources: ['sales', 'users'],
      days,
      parts: { day: 'saleDate' },
    }
  }

  function find(id: number): ListQuery {
    return {
      name: 'find sale',
      text: `select ${saleColumns('sale_lines')} from sales as sale ${creatorSql('sale')}
        where deleted_at is null and sale.id = $1`,
      values: [id],
      sources: ['sales', 'users'],
      parent: {
        kind: 'sale',
        exists: 'exists (select from sales where id = $1 and deleted_at is null)',
      },
      single: true,
    }
  }

  return { list, find, record, ...deletion }
}

/** A sale with the contract's field names. Nothing of a new sale came back, also in a repeated answer. */
const columnsOfSale = (lines: string, returned = returnedAmountSql('sale.id')) => `
  sale.id as "saleId", sale.customer_id as "customerId", sale.customer_name as "customerName",
  sale.sale_date as "saleDate", sale.subtotal, sale.discount, sale.shipping_fees as "shippingFees",
  sale.total_amount as "totalAmount", sale.remark, ${lines},
  ${returned} as "returnedAmount", ${recordingSql('sale')}`

/** `lines` is a table, or the CTE of an insert. */
const saleColumns = (lines: string, returned?: string) =>
  columnsOfSale(`${documentLinesSql(lines, 'sale')} as "saleDetails"`, returned)

const columnsWithoutLines = columnsOfSale(`array(
    select product_name from sale_lines where sale_id = sale.id order by id
  ) as "productNames"`)

/**
 * Records a whole sale in one statement, so it is atomic. Locks its products in the order of their ids, as
 * every writer of stock movements does. The locks read the current rows: a sale that waited is refused if its
 * customer or a product was deleted meanwhile. Neither can be deleted until the sale is written. A caller
 * without a valid session or an allowed role finds no products and no customer, and so locks nothing.
 */
const recordSaleSql = `
  with account as (${accountSql({ userId: '$11', version: '$14', session: '$15' })}
  ), line as (
    select * from unnest($1::int[], $2::int[], $3::int[], $4::numeric[])
      with ordinality as line (product_id, price, quantity, total, position)
  ), product as (
    select id, name, cost from products
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
    insert into sale_lines (sale_id, product_id, product_name, price, quantity, total, cost)
    select sale.id, product_id, product.name, price, quantity, total, product.cost
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
    (select row_to_json(answer)::text from (select ${saleColumns('details', '0')} from sale ${creatorSql('sale')}) as answer)
      as document,
    case when (select allowed from account) then (select jsonb_agg(broken) from broken) end as broken`

export function recordSale(sale: SaleInput, attempt: DocumentRequest): NamedStatement {
  const lines = sale.saleDetails
  return {
    name: 'record sale',
    text: recordSaleSql,
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
