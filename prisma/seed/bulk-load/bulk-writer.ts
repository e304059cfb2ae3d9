import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from } from 'pg-copy-streams'

import type { RowBuffer } from './row-buffer'
import { tableNames, tables, type Value } from './tables'

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function toText(value: Value | undefined): string {
  if (value === null || value === undefined) return '\\N'
  return typeof value === 'number'
    ? String(value)
    : value.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '')
}

/** Writes rows by COPY, the fastest way to insert into PostgreSQL. */
async function copyRows(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<void> {
  const text = rows.map((row) => `${columns.map((column) => toText(row[column])).join('\t')}\n`)
  const copy = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from([text.join('')]), copy)
}

/**
 * Writes the totals of documents per day and of lines per month, in their folded form.
 * A month's rows lie together.
 */
async function postTotals(client: ClientBase): Promise<void> {
  await client.query(`
    insert into changes (source, day, count, amount)
      select 'sales', sale_date, count(*), coalesce(sum(total_amount) filter (where deleted_at is null), 0)
      from sales group by sale_date;
    insert into changes (source, day, count, amount)
      select 'purchases', purchase_date, count(*),
        coalesce(sum(total_amount) filter (where deleted_at is null), 0)
      from purchases group by purchase_date;
    insert into product_months
        (month, product_id, units_sold, total_sales, units_purchased, total_purchases, cost_of_goods)
      select date_trunc('month', day::timestamp), product_id, sum(units_sold), sum(total_sales),
        sum(units_purchased), sum(total_purchases), sum(cost_of_goods)
      from (
        select sale_date as day, product_id, quantity as units_sold, total as total_sales,
          0 as units_purchased, 0 as total_purchases, cost::bigint * quantity as cost_of_goods
        from sales join sale_lines on sale_id = sales.id where deleted_at is null
        union all
        select purchase_date, product_id, 0, 0, quantity, total, 0
        from purchases join purchase_lines on purchase_id = purchases.id where deleted_at is null
      ) as lines group by 1, 2 order by 1, 2`)
}

/**
 * Writes the pending rows, table by table in the order of the foreign keys, and analyzes each table.
 * Without that, dead rows of a killed seed make a table look empty: the planner checks foreign keys
 * through the wrong index and is twenty times slower. Analyzes again after tenfold growth: a plan made
 * while the table had one page would scan the whole table for every check.
 */
export async function writeRows(client: ClientBase, buffer: RowBuffer): Promise<void> {
  for (const table of tableNames) {
    const added = buffer.rows[table].length
    if (added === 0) continue
    await copyRows(client, table, tables[table], buffer.rows[table])
    buffer.rows[table].length = 0
    const before = buffer.written.get(table) ?? 0
    const now = before + added
    buffer.written.set(table, now)
    if (before === 0 || magnitude(now) > magnitude(before)) await client.query(`analyze ${table}`)
  }
}

const magnitude = (rows: number) => Math.floor(Math.log10(rows))

/**
 * Disables the triggers that move stock, post totals and write the journal row by row, until `finishBulkLoad`.
 * The buffer computes every balance itself.
 */
export async function beginBulkLoad(client: ClientBase): Promise<void> {
  await setTriggers(client, 'disable')
}

/** Writes the remaining rows, the final stock, the totals and the next ids. */
export async function finishBulkLoad(client: ClientBase, buffer: RowBuffer): Promise<void> {
  await writeRows(client, buffer)
  await client.query(
    `update products set stock = moved.stock
       from unnest($1::int[], $2::int[]) as moved (id, stock)
      where products.id = moved.id`,
    [[...buffer.ledger.balances.keys()], [...buffer.ledger.balances.values()]],
  )
  await setTriggers(client, 'enable')
  await postTotals(client)
  await client.query('select enter_past_in_journal()')
  for (const table of tableNames) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}
        having max(id) > 0`,
    )
  }
}

const rowByRow = {
  stock_movements: ['stock_movements_balance', 'stock_movements_move_stock'],
  products: [
    'products_stock_by_ledger_alone',
    'products_created_in_history',
    'products_changed_in_history',
  ],
  categories: ['categories_created_in_history', 'categories_changed_in_history'],
  sales: ['sales_recorded', 'sales_recorded_in_journal', 'sales_changed_in_journal'],
  purchases: [
    'purchases_recorded',
    'purchases_recorded_in_journal',
    'purchases_changed_in_journal',
  ],
  expenses: ['expenses_recorded_in_journal', 'expenses_changed_in_journal'],
}

async function setTriggers(client: ClientBase, state: 'enable' | 'disable'): Promise<void> {
  const statements = Object.entries(rowByRow).flatMap(([table, triggers]) =>
    triggers.map((trigger) => `alter table ${table} ${state} trigger ${trigger}`),
  )
  await client.query(statements.join(';'))
}
