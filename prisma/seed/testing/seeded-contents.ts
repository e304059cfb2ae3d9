import type { ClientBase } from 'pg'

import { tableNames, tables } from '../bulk-load/tables'

/**
 * One hash per table, of all its rows in UTC. Token versions are left out: they start at random, so that
 * a token of one seed is not valid in another.
 */
export async function hashTables(client: ClientBase): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  await client.query(`set timezone = 'UTC'`)
  for (const table of tableNames) {
    const found = await client.query<{ hash: string }>(
      `select md5(coalesce(string_agg((to_jsonb(entry) - 'token_version')::text, E'\\n' order by id), ''))
                as hash
         from ${table} as entry`,
    )
    hashes[table] = found.rows[0]?.hash ?? ''
  }
  return hashes
}

/** The figures of a range, computed by PostgreSQL, in the shape of e2eFigures. */
export async function readFigures(client: ClientBase, from: string, to: string, timeZone: string) {
  const totals = await client.query<Record<string, number>>(
    `with s as (select count(*)::int as n, coalesce(sum(total_amount), 0)::float as total
                  from sales where deleted_at is null and sale_date between $1 and $2),
          p as (select count(*)::int as n, coalesce(sum(total_amount), 0)::float as total
                  from purchases where deleted_at is null and purchase_date between $1 and $2),
          e as (select count(*)::int as n, coalesce(sum(amount), 0)::float as total
                  from expenses where deleted_at is null
                   and (created_at at time zone $3)::date between $1 and $2)
     select s.n as sales, p.n as purchases, e.n as expenses, s.total as "totalSales",
            p.total as "totalPurchases", e.total as "totalExpenses",
            (s.total::numeric - p.total::numeric - e.total::numeric)::float as profit
       from s, p, e`,
    [from, to, timeZone],
  )
  const products = await client.query<Record<string, string | number | boolean | null>>(
    `with sold as (select l.product_id, sum(l.quantity)::int as units, sum(l.total)::float as total
                     from sale_lines l join sales d on d.id = l.sale_id
                    where d.deleted_at is null and d.sale_date between $1 and $2 group by 1),
          bought as (select l.product_id, sum(l.quantity)::int as units, sum(l.total)::float as total
                     from purchase_lines l join purchases d on d.id = l.purchase_id
                    where d.deleted_at is null and d.purchase_date between $1 and $2 group by 1)
     select p.name, case when c.deleted_at is null then c.name end as "categoryName",
            p.deleted_at is not null as deleted,
            coalesce(sold.units, 0) as "unitsSold", coalesce(bought.units, 0) as "unitsPurchased",
            coalesce(sold.total, 0) as "totalSales", coalesce(bought.total, 0) as "totalPurchases"
       from products p join categories c on c.id = p.category_id
       left join sold on sold.product_id = p.id left join bought on bought.product_id = p.id
      where p.deleted_at is null or sold.units is not null or bought.units is not null
      order by p.id`,
    [from, to],
  )
  return { ...totals.rows[0], products: products.rows }
}

/** The number of records in each list, and the stock of every product. */
export async function readLists(client: ClientBase) {
  const counts = await client.query<Record<string, number>>(
    `select (select count(*)::int from customers where deleted_at is null) as customers,
            (select count(*)::int from suppliers where deleted_at is null) as suppliers,
            (select count(*)::int from categories where deleted_at is null) as categories,
            (select count(*)::int from expense_categories where deleted_at is null)
              as "expenseCategories",
            (select count(*)::int from products where deleted_at is null) as products`,
  )
  const stock = await client.query<{ stock: Record<string, number> }>(
    'select json_object_agg(name, stock) as stock from products',
  )
  return { counts: counts.rows[0], stock: stock.rows[0]?.stock }
}

const timeColumns = ['created_at', 'updated_at', 'deleted_at'] as const

/** The latest time in any row, in the shop's time zone. */
export async function readLastMoment(client: ClientBase, timeZone: string): Promise<string> {
  const queries = tableNames.flatMap((table) =>
    timeColumns
      .filter((timeColumn) => tables[table].some((column) => column === timeColumn))
      .map((timeColumn) => `select max(${timeColumn}) as moment from ${table}`),
  )
  const found = await client.query<{ last: string }>(
    `select (max(moment) at time zone $1)::text as last from (${queries.join(' union all ')}) as moments`,
    [timeZone],
  )
  return found.rows[0]?.last ?? ''
}
