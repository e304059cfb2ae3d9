import {
  deletedRecords,
  type DeletedRecordsQuery,
  ownerRole,
  parkedSalesPath,
  type RestorablePath,
  resourcePaths,
  restorablePaths,
} from '@stockie/contracts'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { ofBatchSql } from '#src/database/sql/deletion-and-restore'
import type { ListQuery } from '#src/database/sql/list-query'
import type { ApiModule } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { describeReport } from '#src/http/openapi/resources'
import { parseQuery } from '#src/http/request-input'

type Columns = {
  table: string
  name: string
  date?: string
  amount?: string
  /** Another table with a part of the row. */
  source?: string
  /** SQL: which of the deleted records can be restored by themselves. */
  isListed?: string
}

const tables = {
  customers: { table: 'customers', name: 'name' },
  suppliers: { table: 'suppliers', name: 'name' },
  categories: { table: 'categories', name: 'name' },
  'expense-categories': { table: 'expense_categories', name: 'name' },
  expenses: { table: 'expenses', name: 'name', amount: 'amount' },
  products: { table: 'products', name: 'name' },
  sales: {
    table: 'sales',
    name: 'customer_name',
    date: 'sale_date',
    amount: 'total_amount',
  },
  purchases: {
    table: 'purchases',
    name: 'supplier_name',
    date: 'purchase_date',
    amount: 'total_amount',
  },
  returns: {
    table: 'returns',
    name: '(select customer_name from sales where sales.id = sale_id)',
    date: 'return_date',
    amount: 'refund + shipping_refund',
    source: 'sales',
    // The returns of a deleted sale come back with it.
    isListed: 'exists (select from sales where sales.id = sale_id and sales.deleted_at is null)',
  },
  [parkedSalesPath]: {
    table: 'parked_sales',
    name: `coalesce(parked_sales.name, (select customers.name from customers where customers.id = customer_id),
      concat('Parked sale ', parked_sales.id))`,
    amount: `(select greatest(0, coalesce(sum(price::bigint * quantity), 0) - discount + shipping_fees)
      from parked_sale_lines where parked_sale_id = parked_sales.id)`,
    source: 'customers',
  },
} as const satisfies Record<RestorablePath, Columns>

/** Deleted records, newest first. Reads no more rows of each table's partial index than the page may need. */
export function deletedRecordsQuery(query: DeletedRecordsQuery): ListQuery {
  const { resource, parked, batch, page, pageSize } = query
  const all = parked ? restorablePaths : resourcePaths
  const resources = resource ? [resource] : all
  const only: Condition = ({ table, isListed = 'true' }) =>
    `${batch ? ofBatchSql(table, '$3') : 'deleted_at is not null'} and ${isListed}`
  return {
    name: `deleted ${resource ?? (parked ? 'of all kinds' : 'records')}${batch ? ' of a batch' : ''}`,
    text: `
      with page as (
        select * from (${resources.map((path) => selectNewest(path, only)).join(' union all ')})
          as deleted
        order by deleted_at desc, id desc, resource limit $1 offset $2
      ), batches as materialized (
        select *, case resource ${resources.map(countBatch).join(' ')} end as count
        from (select distinct resource, deleted_at, deletion_batch from page) as batch
      )
      select resource, page.id, page.name, date, amount,
        ${isoInstantSql('deleted_at')} as "deletedAt",
        users.name as "deletedBy", deletion_batch as batch, batches.count as "batchCount"
      from page
        join users on users.id = deleted_by_id
        join batches using (resource, deleted_at, deletion_batch)
      order by deleted_at desc, page.id desc, resource`,
    values: [pageSize, (page - 1) * pageSize, ...(batch ? [batch] : [])],
    count: `select ${resources.map((path) => countDeleted(path, only)).join(' + ')}`,
    sources: [...new Set(['users' as const, ...resources.flatMap(sourcesOf)])],
  }
}

function sourcesOf(resource: RestorablePath) {
  const columns = tables[resource]
  return 'source' in columns ? [columns.table, columns.source] : [columns.table]
}

type Condition = (columns: Columns) => string

function selectNewest(resource: RestorablePath, only: Condition): string {
  const columns: Columns = tables[resource]
  const { table, name, date = 'null', amount = 'null' } = columns
  return `(
    select '${resource}'::text as resource, id, ${name} as name, ${date}::date as date,
      ${amount}::numeric as amount, deleted_at, deleted_by_id, deletion_batch
    from ${table} where ${only(columns)}
    order by deleted_at desc, id desc limit $1::bigint + $2
  )`
}

function countDeleted(resource: RestorablePath, only: Condition): string {
  const columns: Columns = tables[resource]
  return `(select count(*) from ${columns.table} where ${only(columns)})`
}

function countBatch(resource: RestorablePath): string {
  const { table, isListed = 'true' }: Columns = tables[resource]
  return `when '${resource}' then (select count(*) from ${table}
    where ${table}.deleted_at = batch.deleted_at and ${table}.deletion_batch = batch.deletion_batch and ${isListed})`
}

export const deletedRecordsModule: ApiModule = {
  describe: describeReport(deletedRecords, {
    rowName: 'deleted record',
    operationId: 'listDeletedRecords',
    tag: 'Deleted',
    summary: 'List the deleted records, newest first',
    description:
      'For the owner only. `POST /{resource}/restore` restores records by their ids, or everything that ' +
      'one request deleted by its `batch`.',
  }),
  endpoints: ({ answerList }) => [
    listEndpoint(answerList, {
      path: deletedRecords.path,
      list: (request) => deletedRecordsQuery(parseQuery(deletedRecords.query, request)),
      only: { roles: [ownerRole], refusal: 'Only the owner may see deleted records.' },
    }),
  ],
}
