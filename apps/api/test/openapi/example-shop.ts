import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parkedSalesPath, resourcePaths, stockCounts } from '@stockie/contracts'
import bcrypt from 'bcryptjs'
import { smallPng } from '#test/support/pictures'
import type { TestApi } from '#test/support/test-api'
import { giveSession } from '#test/support/test-users'
import type { Operation } from './document-reader'

/** The account in the document's examples. */
const owner = { email: 'owner@stockie.test', hash: bcrypt.hashSync('stockie-demo', 4) }

const exampleBackup = 'stockie-20261121T224300Z.sql.gz'

/** The stock of every product before each call, so that a change of stock is predictable. */
export const stock = 1000

/** The moment in the document's examples at which a count was finished. */
export const exampleFinish = '2026-11-27T10:15:00.000Z'

/** In every table the records 1 and 3 exist, and 2 is deleted. */
export const existingIds = [1, 3]
export const deletedIds = [2]

export type ExampleShop = {
  ownersToken: string
  /** The token of an account whose role has no permissions. */
  blockedToken: string
  /** Restores the initial state but keeps added records. */
  reset: (after: Operation) => Promise<void>
}

const exampleRows = `
  insert into customers (name) select 'Customer ' || n from generate_series(1, 3) as n;
  insert into suppliers (name) select 'Supplier ' || n from generate_series(1, 3) as n;
  insert into categories (name) select 'Category ' || n from generate_series(1, 3) as n;
  insert into expense_categories (name) select 'Expenses ' || n from generate_series(1, 3) as n;
  insert into expenses (name, amount, expense_category_id)
    select 'Expense ' || n, n, 1 from generate_series(1, 3) as n;
  insert into products (name, price, cost, category_id)
    select 'Product ' || n, 24, 11, 1 from generate_series(1, 3) as n;
  insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
    select '2026-11-21', 1, 'Customer 1', 24000000, 24000000, 1 from generate_series(1, 3);
  insert into sale_lines (sale_id, product_id, product_name, price, quantity, total, cost)
    select n, 1, 'Product 1', 24, 1000000, 24000000, 11 from generate_series(1, 3) as n;
  insert into stock_movements (product_id, delta, reason, sale_id, user_id)
    select 1, -1000000, 'sale', n, 1 from generate_series(1, 3) as n;
  insert into returns (sale_id, return_date, goods_value, created_by_id)
    select 3, '2026-11-21', 24, 1 from generate_series(1, 3);
  insert into return_lines (return_id, sale_line_id, product_id, price, quantity, restock)
    select n, 3, 1, 24, 1, true from generate_series(1, 3) as n;
  insert into stock_movements (product_id, delta, reason, return_id, user_id)
    select 1, 1, 'returned', n, 1 from generate_series(1, 3) as n;
  insert into purchases (purchase_date, supplier_id, supplier_name, total_amount, created_by_id)
    select '2026-11-21', 1, 'Supplier 1', 22, 1 from generate_series(1, 3);
  insert into purchase_lines (purchase_id, product_id, product_name, price, quantity, total)
    select n, 1, 'Product 1', 11, 2, 22 from generate_series(1, 3) as n;
  insert into stock_movements (product_id, delta, reason, purchase_id, user_id)
    select 1, 2, 'purchase', n, 1 from generate_series(1, 3) as n;
  insert into parked_sales (customer_id, created_by_id) select 1, 1 from generate_series(1, 3);
  insert into parked_sale_lines (parked_sale_id, product_id, price, quantity)
    select n, 1, 24, 2 from generate_series(1, 3) as n;
  insert into stock_counts (created_by_id) select 1 from generate_series(1, 3);
  delete from stock_counts where id = 2;
  insert into stock_count_products (count_id, product_id) select id, 1 from stock_counts;`

const changedPaths = [...resourcePaths, 'returns', parkedSalesPath] as const

type ChangedPath = (typeof changedPaths)[number]

const resetStock = `
  insert into stock_movements (product_id, delta, reason, user_id)
  select id, $1 - stock, 'adjustment', 1 from products where stock <> $1 order by id`

/** Creates a shop with every record that the document's examples reference. */
export async function openExampleShop({
  pool,
  tokens,
  call,
  backups,
  backupFolder,
}: TestApi): Promise<ExampleShop> {
  await pool.query(
    `insert into users (name, email, role, password_hash, token_version)
     values ('Nora Lindqvist', $1, 1, $2, 0), ('Nobody', 'blocked@stockie.test', 4, $2, 0),
       ('Another Owner', 'another@stockie.test', 1, $2, 0)`,
    [owner.email, owner.hash],
  )
  await pool.query(exampleRows)
  const token = (userId: number) => tokens.sign({ userId, version: 0 })
  const ownersToken = token(1)

  /** Undoes log-ins, log-outs, deletions and restores, frees the example's code, and resets the stock. */
  async function reset({ method, path }: Operation): Promise<void> {
    if (/^\/(auth|users)/.test(path)) await resetOwner()
    if (/^\/(backups|downloads)/.test(path)) await resetBackups()
    if (path.startsWith('/shop')) await resetLogo()
    if (path === '/books') await pool.query('update books set closed_through = null')
    if (path.startsWith('/imports')) await resetImports()
    const [, resource = ''] = path.split('/')
    const changesDeletions = method === 'DELETE' || path.endsWith('/restore')
    if (resource === parkedSalesPath) await resetParkedSales()
    else if (resource === stockCounts.path) await resetCounts(path)
    else if (path.endsWith('/returns')) await resetReturns()
    else if (changesDeletions && isResource(resource)) await resetRecords(resource)
    if (resource === 'products') {
      await pool.query('update products set code = null where code is not null')
    }
    await pool.query(resetStock, [stock])
  }

  async function resetOwner(): Promise<void> {
    await pool.query('delete from login_throttle; delete from ended_sessions; delete from sessions')
    // The example of a new or changed account.
    await pool.query(`delete from users where email = 'mia@stockie.test' and id > 3`)
    await pool.query(
      `update users set name = 'Nora Lindqvist', email = $2, role = 1, password_hash = $1,
         must_change_password = false, token_version = 0, removed_at = null
       where id = 1`,
      [owner.hash, owner.email],
    )
    await giveSession(pool, 1)
  }

  /** The job, the file and the ticket in the document's examples. */
  async function resetBackups(): Promise<void> {
    while ((await backups.jobs()).some(({ state }) => /waiting|running/.test(state))) {
      await setTimeout(100)
    }
    await writeFile(join(backupFolder, exampleBackup), '')
    await pool.query(
      `insert into backup_jobs (id, state) values (1, 'done') on conflict do nothing`,
    )
    await pool.query(
      `insert into download_tickets (token_hash, name, user_id, expires_at)
       values (sha256('1f2e'), $1, 1, now() + interval '1 hour') on conflict do nothing`,
      [exampleBackup],
    )
  }

  /** The import 1 has a preview, and the import 2 is committed. */
  async function resetImports(): Promise<void> {
    const running = `select from imports where state in ('committing', 'reverting')`
    while ((await pool.query(running)).rowCount) await setTimeout(20)
    await pool.query('delete from imports; delete from import_rows; delete from import_plans')
    await pool.query(
      `insert into imports (id, resource, file_name, format, row_count, columns, mapping, created_by_id,
         request_hash, state, committed_at)
       select id, 'customers', 'customers.csv', 'csv', 1, to_jsonb(array_fill('Name'::text, array[250])), '{}', 1, '',
         state, case state when 'committed' then now() end
       from (values (1, 'previewed'), (2, 'committed')) as import (id, state)`,
    )
    await pool.query(`
      insert into import_rows (import_id, line, cells) values (1, 2, '["Ada"]');
      insert into import_plans (import_id, line, kind, fields, before) values (1, 2, 'refused', '{}', '{}')`)
  }

  async function resetLogo(): Promise<void> {
    await pool.query(
      `insert into shop (logo, logo_type) values ($1, 'image/png')
       on conflict (id) do update set logo = $1, logo_type = 'image/png'`,
      [smallPng],
    )
  }

  /** After each step the counts are ready for the next one. The counted number is the stock, so posting moves nothing. */
  async function resetCounts(path: string): Promise<void> {
    if (path.endsWith('/discard')) return
    const done = path.endsWith('/finish') ? 1 : Number(/\/(post|undo)$/.test(path)) * 2
    await pool.query(
      `update stock_counts set state = $1,
         finished_at = case when $2 > 0 then $3::timestamptz end, finished_by_id = case when $2 > 0 then 1 end,
         posted_at = case when $2 > 1 then now() end, posted_by_id = case when $2 > 1 then 1 end,
         posted_through = case when $2 > 1 then 1000000000 end, differing = case when $2 > 1 then 0 end,
         units = case when $2 > 1 then 0 end, value = case when $2 > 1 then 0 end, undone_at = null, undone_by_id = null,
         discarded_at = null, discarded_by_id = null
       where id <= 3`,
      [['open', 'finished', 'posted'][done], done, exampleFinish],
    )
    await pool.query(
      `update stock_count_products set counted = products.stock, entries = 1, stock = products.stock,
         began_stock = products.stock, counted_by_id = 1, counted_at = now(),
         movement_id = (select max(id) from stock_movements where product_id = 1),
         posted_delta = case when $1 > 1 then 0 end, posted_moved = case when $1 > 1 then 0 end,
         unit_cost = case when $1 > 1 then 1 end
       from products where products.id = product_id and count_id <= 3 and product_id = 1`,
      [done],
    )
  }

  /** None is resumed, and the record 2 is deleted. */
  async function resetParkedSales(): Promise<void> {
    await pool.query('update parked_sales set taken_at = null, taken_by_id = null, take_key = null')
    await resetRecords(parkedSalesPath)
  }

  /** Deletes the returns that a call recorded, so that all of the sale 1 can be returned again. */
  async function resetReturns(): Promise<void> {
    const { rows } = await pool.query<{ id: number }>(
      'select id from returns where id > 3 and deleted_at is null',
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await expectDone('/returns/bulk', 'DELETE', ids)
  }

  async function resetRecords(path: ChangedPath): Promise<void> {
    await expectDone(`/${path}/restore`, 'POST', existingIds)
    await expectDone(`/${path}/bulk`, 'DELETE', deletedIds)
  }

  async function expectDone(path: string, method: string, ids: number[]): Promise<void> {
    const { status, text } = await call(path, { method, body: { ids }, token: ownersToken })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  }

  for (const path of changedPaths) await resetRecords(path)
  await giveSession(pool, 1)
  await pool.query(`select setval('backup_jobs_id_seq', 1)`)
  await resetBackups()
  await resetLogo()
  await pool.query(`select setval('imports_id_seq', 2)`)
  await resetImports()
  await pool.query(resetStock, [stock])
  return { ownersToken, blockedToken: token(2), reset }
}

function isResource(path: string): path is ChangedPath {
  return changedPaths.some((resource) => resource === path)
}
