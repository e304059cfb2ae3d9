import {
  countedDocuments,
  customerHistory,
  customerHistorySummary,
  type DocumentKind,
  idParam,
  type PartyHistoryQuery,
  productHistory,
  type ProductHistoryQuery,
  supplierHistory,
  supplierHistorySummary,
} from '@stockie/contracts'
import type { ListQuery } from '#src/database/sql/list-query'
import { returnedAmountSql } from '#src/database/sql/sales-breakdown'
import type { ApiModule } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import type { Describe } from '#src/http/openapi/document'
import { describeReport } from '#src/http/openapi/resources'
import { parseId, parseQuery } from '#src/http/request-input'
import { dayIn } from '#src/time'

type Words = {
  document: DocumentKind
  /** The table of the documents, which is also the source of their changes. */
  documents: 'sales' | 'purchases'
  party: 'customer' | 'supplier'
}

const kinds = {
  sale: { document: 'sale', documents: 'sales', party: 'customer' },
  purchase: { document: 'purchase', documents: 'purchases', party: 'supplier' },
} as const satisfies Record<DocumentKind, Words>

/*
 * These statements compare the party or product as a part of a row, and order by it too. With `customer_id = $1`,
 * PostgreSQL may read all sales by day instead, and drop those of other customers. That takes seconds if this
 * customer has bought nothing lately.
 */

/** The documents of a customer or supplier, newest first. Reads no more rows than the page shows. */
export function partyHistoryQuery(
  kind: DocumentKind,
  id: number,
  { before, pageSize }: PartyHistoryQuery,
): ListQuery {
  const { document, documents, party } = kinds[kind]
  const day = `${document}_date`
  // A page begins after the place of a document, which stays the same if the document is deleted.
  const start =
    before === undefined
      ? `($1, 'infinity'::date, 0)`
      : `($1, (select ${day} from ${documents} where id = $3), $3)`
  return {
    name: `history of ${party}${before === undefined ? '' : ', older'}`,
    text: `
      select document.id as "documentId", day, total_amount as "totalAmount",
        units, line_count as "lineCount", product_names as "productNames"
        ${kind === 'sale' ? `, ${returnedAmountSql('document.id')} as "returnedAmount"` : ''}
      from (
        select id, ${day} as day, total_amount from ${documents}
        where ${party}_id >= $1 and (${party}_id, ${day}, id) < ${start} and deleted_at is null
        order by ${party}_id desc, ${day} desc, id desc limit $2
      ) as document, lateral (
        select sum(quantity) as units, count(*) as line_count,
          json_agg(product_name order by position) filter (where position <= 3) as product_names
        from (
          select product_name, quantity, row_number() over (order by id) as position
          from ${document}_lines where ${document}_id = document.id
        ) as line
      ) as lines
      order by day desc, document.id desc`,
    values: [id, pageSize, ...(before === undefined ? [] : [before])],
    parent: { kind: party, exists: `exists (select from ${party}s where id = $1)` },
    sources: [documents],
  }
}

/**
 * The number and the totals of a party's documents. An index alone holds them: 900,000 sales take 0.2 to 0.3 s, and
 * twice as long if 30,000 of them have returns.
 * The products would need all the lines too, so they are counted in the newest documents only.
 */
export function partySummaryQuery(kind: DocumentKind, id: number, today: string): ListQuery {
  const { document, documents, party } = kinds[kind]
  const day = `${document}_date`
  const yearAgo = `($2::date - interval '1 year')::date`
  const isRecent = `${day} > ${yearAgo} and ${day} <= $2::date`
  return {
    name: `summary of ${party}`,
    text: `
      with newest as materialized (
        select id from ${documents}
        where (${party}_id, ${day}) > ($1, ${yearAgo}) and (${party}_id, ${day}) <= ($1, $2::date)
          and deleted_at is null
        order by ${party}_id desc, ${day} desc, id desc limit ${countedDocuments}
      )
      select json_build_object('count', count, 'total', total - returned) as all,
        json_build_object('count', recent_count, 'total', recent_total - recent_returned) as "last12Months",
        (
          select json_build_object('documentId', id, 'day', ${day}) from ${documents}
          where ${party}_id >= $1 and ${party}_id <= $1 and deleted_at is null
          order by ${party}_id desc, ${day} desc, id desc limit 1
        ) as last,
        (
          select coalesce(json_agg(
            json_build_object('productId', product_id, 'name', name, 'units', units)
            order by units desc, product_id
          ), '[]')
          from (
            select product_id, sum(quantity) as units
            from newest, lateral (
              select product_id, quantity from ${document}_lines where ${document}_id = newest.id
              ${kind === 'sale' ? returnedUnits : ''}
              offset 0
            ) as line
            group by product_id having sum(quantity) > 0 order by units desc, product_id limit 3
          ) as top join products on products.id = product_id
        ) as "topProducts"
      from (
        select count(*), coalesce(sum(total_amount), 0) as total,
          count(*) filter (where ${isRecent}) as recent_count,
          coalesce(sum(total_amount) filter (where ${isRecent}), 0) as recent_total
        from ${documents} where ${party}_id = $1 and deleted_at is null
      ) as totals, (
        ${kind === 'sale' ? returnedTotals(isRecent) : 'select 0 as returned, 0 as recent_returned'}
      ) as paid_back`,
    values: [id, today],
    parent: { kind: party, exists: `exists (select from ${party}s where id = $1)` },
    sources: [documents, 'products'],
    day: today,
    single: true,
  }
}

/** The units of a sale that came back, as lines below zero. */
const returnedUnits = `
  union all
  select product_id, -quantity from returns join return_lines on return_id = returns.id
  where sale_id = newest.id and returns.deleted_at is null`

/** What returns of a customer's sales paid back, and that of the recent sales. */
const returnedTotals = (isRecent: string) => `
  select coalesce(sum(refund + shipping_refund), 0) as returned,
    coalesce(sum(refund + shipping_refund) filter (where ${isRecent}), 0) as recent_returned
  from returns join sales on sales.id = sale_id
  where customer_id = $1 and returns.deleted_at is null`

/** The lines of a product in sales or purchases, the last recorded first. */
export function productHistoryQuery(
  id: number,
  { kind, before, pageSize }: ProductHistoryQuery,
): ListQuery {
  const { document, documents, party } = kinds[kind]
  return {
    name: `history of product in ${documents}${before === undefined ? '' : ', older'}`,
    text: `
      select document.id as "documentId", line.id as "lineId", ${document}_date as day,
        ${party}_name as "partyName", price, quantity, total
      from ${document}_lines as line join ${documents} as document on document.id = ${document}_id
      where product_id >= $1 and deleted_at is null
        and ${before === undefined ? 'product_id <= $1' : '(product_id, line.id) < ($1, $3)'}
      order by product_id desc, line.id desc limit $2`,
    values: [id, pageSize, ...(before === undefined ? [] : [before])],
    parent: { kind: 'product', exists: 'exists (select from products where id = $1)' },
    sources: [documents],
  }
}

const describeHistories: Describe = (registry) => {
  describeReport(customerHistory, {
    rowName: 'customer sale',
    operationId: 'listCustomerHistory',
    tag: 'Customers',
    summary: 'List the sales of a customer, newest first',
    description:
      'Works for deleted customers too. Without deleted sales. For the next page, send the `documentId` of the last row as `before`.',
    params: idParam,
  })(registry)
  describeReport(customerHistorySummary, {
    rowName: 'customer history summary',
    operationId: 'getCustomerHistorySummary',
    tag: 'Customers',
    summary: 'Sum up the sales of a customer',
    params: idParam,
    isSingle: true,
  })(registry)
  describeReport(supplierHistory, {
    rowName: 'supplier purchase',
    operationId: 'listSupplierHistory',
    tag: 'Suppliers',
    summary: 'List the purchases from a supplier, newest first',
    description:
      'Works for deleted suppliers too. Without deleted purchases. For the next page, send the `documentId` of the last row as `before`.',
    params: idParam,
  })(registry)
  describeReport(supplierHistorySummary, {
    rowName: 'supplier history summary',
    operationId: 'getSupplierHistorySummary',
    tag: 'Suppliers',
    summary: 'Sum up the purchases from a supplier',
    params: idParam,
    isSingle: true,
  })(registry)
  describeReport(productHistory, {
    rowName: 'product history line',
    operationId: 'listProductHistory',
    tag: 'Products',
    summary: 'List the sales or purchases of a product, the last recorded first',
    description:
      'Works for deleted products too. One row for each line, without those of deleted documents. For the next page, send the `lineId` of the last row as `before`.',
    params: idParam,
  })(registry)
}

export const historiesModule: ApiModule = {
  describe: describeHistories,
  endpoints: ({ answerList, timeZone }) => {
    const ofParty = (
      kind: DocumentKind,
      { path, query }: typeof customerHistory | typeof supplierHistory,
    ) =>
      listEndpoint(answerList, {
        path,
        list: (request) =>
          partyHistoryQuery(kind, parseId(request, kinds[kind].party), parseQuery(query, request)),
      })
    const summaryOfParty = (kind: DocumentKind, path: string) =>
      listEndpoint(answerList, {
        path,
        list: (request) =>
          partySummaryQuery(kind, parseId(request, kinds[kind].party), dayIn(timeZone, new Date())),
      })
    return [
      ofParty('sale', customerHistory),
      summaryOfParty('sale', customerHistorySummary.path),
      ofParty('purchase', supplierHistory),
      summaryOfParty('purchase', supplierHistorySummary.path),
      listEndpoint(answerList, {
        path: productHistory.path,
        list: (request) =>
          productHistoryQuery(
            parseId(request, 'product'),
            parseQuery(productHistory.query, request),
          ),
      }),
    ]
  },
}
