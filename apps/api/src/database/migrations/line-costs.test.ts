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
const name = '20261127020000_line_costs'

/** A sale of two lines, as the older program recorded it. */
const sell = (id: number, day: string) => `
  insert into sales (id, sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
    values (${id}, '${day}', 1, 'Ada', 5, 5, 1);
  insert into sale_lines (id, sale_id, product_id, product_name, price, quantity, total)
    values (${2 * id}, ${id}, 1, 'Tea', 2, 1, 2), (${2 * id + 1}, ${id}, 1, 'Tea', 3, 1, 3);
  insert into stock_movements (product_id, delta, reason, sale_id, user_id)
    values (1, -2, 'sale', ${id}, 1);`

const turn = (id: number, deleted: boolean) => `
  update sales set turn = turn + 1, ${
    deleted
      ? 'deleted_at = now(), deleted_by_id = 1, deletion_batch = gen_random_uuid()'
      : 'deleted_at = null, deleted_by_id = null, deletion_batch = null'
  } where id = ${id};
  insert into stock_movements (product_id, delta, reason, sale_id, turn, user_id)
    select 1, ${deleted ? 2 : -2}, '${deleted ? 'sale_deleted' : 'sale_restored'}', ${id}, turn, 1
    from sales where id = ${id};`

test('the lines of an older shop have no cost, and each month counts them, folded or not, deleted or not @long', async () => {
  const older = await createMigrationsFolder({}, { withOwn: true })
  const migrations = (await readdir(older)).filter((entry) => entry >= name && /^\d/.test(entry))
  await Promise.all(migrations.map((entry) => rm(path.join(older, entry), { recursive: true })))
  await migrate(database.url, { migrationsFolder: older })
  await query(`
    insert into users (email, name, role, password_hash)
      values ('ada@stockie.test', 'Ada', 1, 'hmac-sha384:$2b$12$' || repeat('x', 53));
    insert into customers (name) values ('Ada');
    insert into categories (name) values ('Drinks');
    insert into products (name, price, cost, category_id) values ('Tea', 3, 2, 1)`)
  // Folded, one of them deleted.
  await query(`${sell(1, '2026-10-05')} ${sell(2, '2026-10-06')} ${sell(3, '2026-11-02')}`)
  await query('select fold_changes()')
  await query(turn(2, true))
  // Not folded: one that stays, one that was deleted, and one that was deleted and restored.
  await query(`set stockie.folds = 'off'`)
  await query(`${sell(4, '2026-11-03')} ${sell(5, '2026-11-04')} ${sell(6, '2026-12-05')}`)
  await query(`${turn(5, true)} ${turn(6, true)}`)
  await query(turn(6, false))
  await query(`insert into returns (id, sale_id, return_date, goods_value, created_by_id)
      values (1, 3, '2026-11-20', 2, 1);
    insert into return_lines (return_id, sale_line_id, product_id, price, quantity, restock)
      values (1, 6, 1, 2, 1, false)`)
  const left = await query('select count(document_id)::integer as "notFolded" from changes')
  expect(left).toEqual([{ notFolded: 4 }])

  expect(await migrate(database.url)).toContain(name)
  const counted = `select month::text, sum(lines_without_cost)::integer as lines,
    sum(cost_of_goods)::integer as cost from product_totals group by month order by month`
  const expected = [
    { month: '2026-10-01', lines: 2, cost: 0 },
    { month: '2026-11-01', lines: 4, cost: 0 },
    { month: '2026-12-01', lines: 2, cost: 0 },
  ]
  expect(await query(counted)).toEqual(expected)
  await query('select fold_changes()')
  expect(await query('select count(document_id)::integer as "notFolded" from changes')).toEqual([
    { notFolded: 0 },
  ])
  expect(await query(counted)).toEqual(expected)
  expect(await query('select distinct cost from sale_lines')).toEqual([{ cost: null }])
  await query(`${turn(1, true)} ${turn(2, false)} ${turn(5, false)}`)
  expect(await query(counted)).toEqual([
    { month: '2026-10-01', lines: 2, cost: 0 },
    { month: '2026-11-01', lines: 6, cost: 0 },
    { month: '2026-12-01', lines: 2, cost: 0 },
  ])
  const broken = await withClient(database.url, (client) => readBrokenInvariants(client))
  expect(broken.filter(({ name: view }) => /totals|returns/.test(view))).toEqual([])
})
