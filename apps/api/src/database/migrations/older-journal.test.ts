import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { migrate } from '#src/database/migrations/migrate'
import { withClient } from '#test/support/database/database-server'
import { createMigrationsFolder } from '#test/support/database/migration-fixtures'
import { createDatabasePerTest } from '#test/support/database/test-database'

const database = createDatabasePerTest()
const { query } = database
const name = '20261128010000_journal'

async function migrateBefore(): Promise<void> {
  const older = await createMigrationsFolder({}, { withOwn: true })
  const migrations = (await readdir(older)).filter((entry) => entry >= name && /^\d/.test(entry))
  await Promise.all(migrations.map((entry) => rm(path.join(older, entry), { recursive: true })))
  await migrate(database.url, { migrationsFolder: older })
}

const deleted = `deleted_at = '2026-03-09', deleted_by_id = 1, deletion_batch = gen_random_uuid()`

test('the journal of an older shop has every document, expense and deletion, and says since when it is exact', async () => {
  await migrateBefore()
  await query(`
    insert into users (email, name, role, password_hash)
      values ('ada@stockie.test', 'Ada', 1, 'hmac-sha384:$2b$12$' || repeat('x', 53));
    insert into customers (name) values ('Ada');
    insert into suppliers (name) values ('Ben');
    insert into categories (name, created_at) values ('Drinks', '2026-01-01');
    insert into expense_categories (name) values ('Rent');
    insert into products (name, price, cost, category_id, created_at) values ('Tea', 3, 2, 1, '2026-01-02');
    insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id, created_at)
      values ('2026-03-01', 1, 'Ada', 3, 3, 1, '2026-03-02'), ('2026-03-01', 1, 'Ada', 5, 5, 1, '2026-03-03');
    insert into sale_lines (sale_id, product_id, product_name, price, quantity, total, cost)
      values (1, 1, 'Tea', 3, 1, 3, 2), (2, 1, 'Tea', 5, 1, 5, 2);
    insert into stock_movements (product_id, delta, reason, sale_id, user_id)
      values (1, -1, 'sale', 1, 1), (1, -1, 'sale', 2, 1);
    insert into returns (sale_id, return_date, goods_value, created_by_id, created_at)
      values (1, '2026-03-04', 1, 1, '2026-03-04');
    insert into return_lines (return_id, sale_line_id, product_id, price, quantity, restock)
      values (1, 1, 1, 3, 1, false);
    insert into purchases (purchase_date, supplier_id, supplier_name, total_amount, created_by_id, created_at)
      values ('2026-03-05', 1, 'Ben', 8, 1, '2026-03-05');
    insert into purchase_lines (purchase_id, product_id, product_name, price, quantity, total)
      values (1, 1, 'Tea', 8, 1, 8);
    insert into stock_movements (product_id, delta, reason, purchase_id, user_id) values (1, 1, 'purchase', 1, 1);
    insert into expenses (name, amount, created_at, entered_at, expense_category_id)
      values ('Rent', 40, '2026-03-01', '2026-03-06', 1), ('Tax', 9, '2026-03-01', '2026-03-07', 1);
    update sales set turn = 1, ${deleted} where id = 2;
    insert into stock_movements (product_id, delta, reason, sale_id, turn, user_id)
      values (1, 1, 'sale_deleted', 2, 1, 1);
    update expenses set ${deleted} where id = 2;
    update products set ${deleted} where id = 1`)

  await migrate(database.url)
  const entries = await query<{ entry: string }>(
    `select concat_ws(' ', (at at time zone current_setting('timezone'))::date, source, document_id, action, sign,
       amount, coalesce(day, expense_at::date)) as entry from journal order by at, source`,
  )
  expect(entries.map(({ entry }) => entry)).toEqual([
    '2026-03-02 sales 1 recorded 1 3.00 2026-03-01',
    '2026-03-03 sales 2 recorded 1 5.00 2026-03-01',
    '2026-03-04 returns 1 recorded 1 1.00 2026-03-04',
    '2026-03-05 purchases 1 recorded 1 8.00 2026-03-05',
    '2026-03-06 expenses 1 recorded 1 40.00 2026-03-01',
    '2026-03-07 expenses 2 recorded 1 9.00 2026-03-01',
    '2026-03-09 expenses 2 deleted -1 -9.00 2026-03-01',
    '2026-03-09 sales 2 deleted -1 -5.00 2026-03-01',
  ])
  const former = await query(
    `select until::date::text, source, name, is_there as "isThere" from former_records order by until`,
  )
  expect(former).toEqual([
    { until: '2026-01-01', source: 'categories', name: null, isThere: false },
    { until: '2026-01-02', source: 'products', name: null, isThere: false },
    { until: '2026-03-09', source: 'products', name: 'Tea', isThere: true },
  ])
  const [books] = await query<{ age: number }>(
    'select extract(epoch from now() - exact_since)::float8 as age from books',
  )
  expect(books?.age).toBeLessThan(600)
  const broken = await withClient(database.url, (client) => readBrokenInvariants(client))
  expect(broken.map(({ name: view }) => view).filter((view) => /journal/.test(view))).toEqual([])
})

test('the journal of a new shop is exact from the start @long', async () => {
  await migrate(database.url)
  expect(await query('select exact_since from books')).toEqual([{ exact_since: null }])
})
