import { type DateRangeQuery, type PurchaseInput, purchases } from '@stockie/contracts'
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
import type { ApiModule } from '#src/http/api-router'
import { describeDocuments } from '#src/http/openapi/resources'
import { documentEndpoints } from '#src/http/endpoints/resource-endpoints'

export const purchasesModule: ApiModule = {
  describe: describeDocuments(
    purchases,
    { singular: 'purchase', withArticle: 'a purchase', plural: 'purchases' },
    'Adds its products to the stock and does not change their costs.',
  ),
  endpoints: (parts) => documentEndpoints(purchases, createPurchases(parts), parts),
}

export function createPurchases({ pool }: { pool: Pool }) {
  const record = createDocumentWriter<PurchaseInput>(pool, {
    resource: 'purchases',
    record: recordPurchase,
    storedAnswer: `select row_to_json(answer)::text from (
      select ${purchaseColumns('purchase_lines')} from purchases as purchase ${creatorSql('purchase')}
      where purchase.id = document_id
    ) as answer`,
  })
  const deletion = createDocumentDeletion(pool, 'purchase')

  function list(days: DateRangeQuery): ListQuery {
    return {
      name: 'list purchases',
      text: `select ${purchaseColumns('purchase_lines')} from purchases as purchase ${creatorSql('purchase')}
        where deleted_at is null and purchase_date between $1 and $2
        order by purchase_date desc, purchase.id desc`,
      values: [days.startDate ?? '-infinity', days.endDate ?? 'infinity'],
      sources: ['purchases', 'users'],
      days,
      parts: { day: 'purchaseDate' },
    }
  }

  return { list, record, ...deletion }
}

/** A purchase with the contract's field names. `lines` is a table, or the CTE of an insert. */
const purchaseColumns = (lines: string) => `
  purchase.id as "purchaseId", purchase.supplier_id as "supplierId",
  purchase.supplier_name as "supplierName", purchase.purchase_date as "purchaseDate",
  purchase.total_amount as "totalAmount", purchase.remark,
  ${documentLinesSql(lines, 'purchase')} as "purchaseDetails",
  ${recordingSql('purchase')}`

/** Records a whole purchase in one statement, like a sale. Adds to the stock, and leaves the costs alone. */
const recordPurchaseSql = `
  with account as (${accountSql({ userId: '$9', version: '$12', session: '$13' })}
  ), line as (
    select * from unnest($1::int[], $2::int[], $3::int[], $4::numeric[])
      with ordinality as line (product_id, price, quantity, total, position)
  ), product as (
    select id, name from products
    where id = any($1) and deleted_at is null and (select allowed from account)
    order by id for no key update
  ), supplier as (
    select id, name from suppliers
    where id = $5 and deleted_at is null and (select allowed from account) for share
  ), broken as (
    select 'supplierId' as path, 'There is no such supplier.' as message
    where not exists (select from supplier)
    union all
    select concat('purchaseDetails.', position - 1, '.productId'), 'There is no such product.'
    from line where product_id not in (select id from product)
  ), purchase as (
    insert into purchases (purchase_date, supplier_id, supplier_name, total_amount, remark,
      created_by_id)
    select $6, id, name, $7, $8, $9 from supplier where not exists (select from broken)
    returning *
  ), details as (
    insert into purchase_lines (purchase_id, product_id, product_name, price, quantity, total)
    select purchase.id, product_id, product.name, price, quantity, total
    from purchase, line join product on product.id = product_id order by position
    returning *
  ), movement as (
    insert into stock_movements (product_id, delta, reason, purchase_id, user_id)
    select product_id, sum(quantity), 'purchase', purchase.id, $9
    from purchase, line group by product_id, purchase.id order by product_id
  ), idempotency as (
    insert into idempotency_records (user_id, resource, key, request_hash, document_id)
    select $9, 'purchases', $10, $11, id from purchase where $10::text is not null
  )
  select (select role from account) as role,
    (select row_to_json(answer)::text
      from (select ${purchaseColumns('details')} from purchase ${creatorSql('purchase')}) as answer) as document,
    case when (select allowed from account) then (select jsonb_agg(broken) from broken) end as broken`

function recordPurchase(purchase: PurchaseInput, attempt: DocumentRequest): NamedStatement {
  const lines = purchase.purchaseDetails
  return {
    name: 'record purchase',
    text: recordPurchaseSql,
    values: [
      lines.map(({ productId }) => productId),
      lines.map(({ price }) => price),
      lines.map(({ quantity }) => quantity),
      lines.map(({ total }) => total),
      purchase.supplierId,
      purchase.purchaseDate,
      purchase.totalAmount,
      purchase.remark,
      attempt.userId,
      attempt.key,
      attempt.hash,
      attempt.version,
      attempt.session,
    ],
  }
}
