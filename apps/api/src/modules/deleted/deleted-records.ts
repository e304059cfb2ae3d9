import { resourcePaths, type DeletedRecordsQuery, type ResourcePath } from '@stockie/contracts'
import type { ListQuery } from '@/database/read-list'

type Columns = { table: string; name: string; date?: string; amount?: string }

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
} as const satisfies Record<ResourcePath, Columns>

/** What is deleted, newest first: of each table, by its partial index, as many as the page may need. */
export function deletedRecords({ resource, page, pageSize }: DeletedRecordsQuery): ListQuery {
  const resources = resource ? [resource] : resourcePaths
  return {
    name: `deleted ${resource ?? 'records'}`,
    text: `
      select resource, page.id, page.name, date, amount,
        to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deletedAt",
        users.name as "deletedBy", deletion_batch as batch
      from (
        select * from (${resources.map(selectNewest).join(' union all ')}) as deleted
        order by deleted_at desc, id desc, resource limit $1 offset $2
      ) as page join users on users.id = deleted_by_id
      order by deleted_at desc, page.id desc, resource`,
    values: [pageSize, (page - 1) * pageSize],
    count: `select ${resources.map(countDeleted).join(' + ')}`,
    sources: ['users', ...resources.map((path) => tables[path].table)],
  }
}

function selectNewest(resource: ResourcePath): string {
  const { table, name, date = 'null', amount = 'null' }: Columns = tables[resource]
  return `(
    select '${resource}'::text as resource, id, ${name} as name, ${date}::date as date,
      ${amount}::numeric as amount, deleted_at, deleted_by_id, deletion_batch
    from ${table} where deleted_at is not null
    order by deleted_at desc, id desc limit $1::bigint + $2
  )`
}

function countDeleted(resource: ResourcePath): string {
  return `(select count(*) from ${tables[resource].table} where deleted_at is not null)`
}
