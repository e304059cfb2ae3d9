import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#src/database/migrations/migrate'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { createMigrationsFolder } from '#test/support/database/migration-fixtures'
import { createDatabasePerTest } from '#test/support/database/test-database'

const database = createDatabasePerTest()
const { query } = database
const name = '20261126070000_activities'

const deleted = (day: string) =>
  `deleted_at = '${day}', deleted_by_id = 2, deletion_batch = gen_random_uuid()`

test('an older shop has the activities that it kept, in order, and no invariant is broken @long', async () => {
  const older = await createMigrationsFolder({}, { withOwn: true })
  const migrations = (await readdir(older)).filter((entry) => entry >= name && /^\d/.test(entry))
  await Promise.all(migrations.map((entry) => rm(path.join(older, entry), { recursive: true })))
  await migrate(database.url, { migrationsFolder: older })
  await query(`
    insert into users (name, email, role, password_hash, created_at)
      select name, name || '@shop.test', 1, '$2a$04$' || repeat('x', 53), '2025-01-01Z'
      from unnest(array['nora', 'mia']) as name;
    insert into categories (name, created_at) values ('Tea', '2025-01-02Z');
    insert into customers (name, created_at) values ('Ada', '2025-01-03Z'), ('Ben', '2025-01-04Z');
    update customers set ${deleted('2025-03-01Z')} where name = 'Ben';
    insert into products (name, price, cost, category_id, created_at)
      values ('Assam', 3, 2, 1, '2025-01-05Z'), ('Sencha', 5, 4, 1, '2025-01-06Z');
    insert into stock_movements (product_id, delta, reason, user_id, created_at)
      values (1, 10, 'opening', 2, '2025-01-05Z'), (1, -3, 'adjustment', 1, '2025-02-01Z');
    insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id, created_at)
      values ('2025-02-02', 1, 'Ada', 3, 3, 1, '2025-02-02Z');
    insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
      values (1, 1, 'Assam', 3, 1, 3);
    insert into stock_movements (product_id, delta, reason, sale_id, turn, user_id, created_at)
      values (1, -1, 'sale', 1, 0, 1, '2025-02-02Z'), (1, 1, 'sale_deleted', 1, 1, 1, '2025-02-03Z'),
        (1, -1, 'sale_restored', 1, 2, 2, '2025-02-04Z'), (1, 1, 'sale_deleted', 1, 3, 2, '2025-02-05Z');
    update sales set turn = 3, ${deleted('2025-02-05Z')}`)

  expect(await migrate(database.url)).toContain(name)
  const activities = await query(`
    select to_char(at at time zone 'UTC', 'MM-DD') as day, user_id as user, by_command_line as cli,
      action, resource, record_name as name, changes
    from activities order by at desc, id desc`)
  const row = (day: string, user: number | null, action: string, resource: string, of: string) => ({
    day,
    user,
    cli: false,
    action,
    resource,
    name: of,
    changes: action === 'changed' ? [{ field: 'stock', before: 10, after: 7 }] : [],
  })
  expect(activities).toEqual([
    row('03-01', 2, 'deleted', 'customers', 'Ben'),
    row('02-05', 2, 'deleted', 'sales', 'Ada'),
    row('02-04', 2, 'restored', 'sales', 'Ada'),
    row('02-03', 1, 'deleted', 'sales', 'Ada'),
    row('02-01', 1, 'changed', 'products', 'Assam'),
    row('01-06', null, 'created', 'products', 'Sencha'),
    row('01-05', 2, 'created', 'products', 'Assam'),
    row('01-04', null, 'created', 'customers', 'Ben'),
    row('01-03', null, 'created', 'customers', 'Ada'),
    row('01-02', null, 'created', 'categories', 'Tea'),
    row('01-01', null, 'created', 'users', 'mia'),
    row('01-01', null, 'created', 'users', 'nora'),
  ])
  const broken = await withClient(database.url, (client) => readBrokenInvariants(client))
  expect(broken.map((invariant) => invariant.name)).toEqual([])
})
