import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const readSum = async () => {
  const { rows } = await api.pool.query<{ count: number; amount: number }>(
    `select sum(count) as count, sum(amount) as amount from changes
     where source = 'sales' and day = '2020-02-29'`,
  )
  return rows[0]
}
const post = `insert into changes (source, day, amount) values ('sales', '2020-02-29', 10)`
const fold = `${post}; select fold_changes()`

test('a fold loses no change during other transactions, other folds or its own rollback', async () => {
  for (let index = 0; index < 5; index += 1) await api.pool.query(post)
  const [writer, folder] = [await api.pool.connect(), await api.pool.connect()]
  try {
    await writer.query(`begin; ${post}`)
    // The fold does not see the writer's uncommitted row, which remains.
    await folder.query(fold)
    expect(await readSum()).toEqual({ count: 6, amount: 60 })
    await writer.query('commit')
    expect(await readSum()).toEqual({ count: 7, amount: 70 })

    // Two folds at once: the second leaves everything to the first.
    await folder.query(`begin; ${fold}`)
    await writer.query(`${post}; ${fold}`)
    expect(await readSum()).toEqual({ count: 9, amount: 90 })
    await folder.query('commit')
    expect(await readSum()).toEqual({ count: 10, amount: 100 })

    // A fold that is rolled back removes nothing.
    await folder.query(`begin; ${fold}; rollback`)
    expect(await readSum()).toEqual({ count: 10, amount: 100 })
    await api.pool.query(fold)
    const { rowCount } = await api.pool.query(
      `select from changes where source = 'sales' and day = '2020-02-29'`,
    )
    expect(rowCount).toBe(1)
    expect(await readSum()).toEqual({ count: 11, amount: 110 })
  } finally {
    writer.release()
    folder.release()
  }
})

test('a fold leaves one row for each day of a source, also for old days', async () => {
  await api.pool.query(
    `insert into changes (source, day, amount)
     select 'sales', date '2018-01-01' + n % 100, 1 from generate_series(1, 1000) as n`,
  )
  await api.pool.query(fold)
  const { rows } = await api.pool.query(
    `select count(*) as left, count(distinct day) as days, sum(count) as count, sum(amount) as amount
     from changes where source = 'sales' and day between '2018-01-01' and '2018-12-31'`,
  )
  expect(rows).toEqual([{ left: 100, days: 100, count: 1000, amount: 1000 }])
})

test.each([
  ['customers', () => `update customers set name = 'Ada ' || nth`],
  [
    'stock_movements',
    ({ products, user }: TestShop) => `
      insert into stock_movements (product_id, delta, reason, sale_id, turn, user_id)
        select ${products[0]}, 1, 'sale_deleted', max(id), 2 * nth - 1, ${user.id} from sales`,
  ],
] as const)(
  'writes to %s sometimes fold the changes of all sources @long',
  async (source, write) => {
    const shop = await openTestShop(api)
    await api.pool.query(`
    insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
      values ('2016-01-05', ${shop.customerId}, 'Ada', 5, 5, ${shop.user.id});
    insert into changes (source) select 'suppliers' from generate_series(1, 1500);
    select setseed(0);
    do $$ begin
      for nth in 1..4000 loop ${write(shop)}; end loop;
    end $$`)
    const { rows } = await api.pool.query(
      `select sum(count) > 1499 as posted, count(*) < 1500 as folded from changes
     where source in ('suppliers', $1) group by source`,
      [source],
    )
    const folded = { posted: true, folded: true }
    expect(rows).toEqual([folded, folded])
  },
)

test('a fold does nothing, instead of failing, if the sum of a day is out of range', async () => {
  const huge = `insert into changes (source, day, amount) values ('sales', '2015-01-01', 9e17)`
  await api.pool.query(`${huge}; ${huge}; select fold_changes()`)
  const { rowCount } = await api.pool.query(`delete from changes where day = '2015-01-01'`)
  expect(rowCount).toBe(2)
})

test('a fold leaves everything to a later one if a month is locked', async () => {
  const [blocker, writer] = [await api.pool.connect(), await api.pool.connect()]
  const { customerId, products, user } = await openTestShop(api)
  const [coffee] = products
  const day = '2021-03-05'
  const foldDay = fold.replace('2020-02-29', day)
  const totals = async (table: string) => {
    const { rows } = await api.pool.query<{ units: number | null }>(
      `select sum(units_sold) as units from ${table} where month = '2021-03-01'`,
    )
    return rows[0]?.units
  }
  try {
    await writer.query(`begin;
      insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
        values ('${day}', ${customerId}, 'Ada', 5, 5, ${user.id});
      insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
        select max(id), ${coffee}, 'Coffee', 5, 1, 5 from sales;
      commit`)
    // Locks the month, as a bulk deletion does until it commits.
    await blocker.query(
      `begin; insert into product_months (month, product_id) values ('2021-03-01', ${coffee})`,
    )
    await writer.query(`set statement_timeout = '4s'; ${foldDay}`)
    expect([await totals('product_months'), await totals('product_totals')]).toEqual([null, 1])
    await blocker.query('commit')
    await writer.query(foldDay)
    expect([await totals('product_months'), await totals('product_totals')]).toEqual([1, 1])
  } finally {
    await writer.query('reset statement_timeout')
    blocker.release()
    writer.release()
  }
})

test('a fold skips documents that have no lines yet, and takes at most 2,500 changes', async () => {
  const { customerId, user } = await openTestShop(api)
  // Days are folded in order, and the document's day is the first of those left.
  await api.pool.query('select fold_changes()')
  await api.pool.query(
    `insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
       values ('2016-03-05', ${customerId}, 'Ada', 5, 5, ${user.id})`,
  )
  await api.pool.query(
    `insert into changes (source, day, count)
       select 'sales', '2017-01-01', 2 from generate_series(1, 3000)`,
  )
  await api.pool.query(fold)
  const { rows } = await api.pool.query(
    `select (select count(*) from changes where day = '2017-01-01') as left,
       (select count(document_id) from changes where day = '2016-03-05') as waiting`,
  )
  expect(rows).toEqual([{ left: 501, waiting: 1 }])
})

test('a fold adds the lines of documents to their months, except those of its own transaction', async () => {
  const { customerId, products, user } = await openTestShop(api)
  const [tea] = products
  const read = async (table: string) => {
    const { rows } = await api.pool.query<{ units: number | null }>(
      `select sum(units_sold) as units from ${table} where month = '2020-02-01' and product_id = $1`,
      [tea],
    )
    return rows[0]?.units
  }
  const sale = `insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
    values ('2020-02-29', ${customerId}, 'Ada', 5, 5, ${user.id})`
  const line = (quantity: number) => `
    insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
    select max(id), ${tea}, 'Tea', 5, ${quantity}, ${5 * quantity} from sales`
  await api.pool.query(`begin; ${sale}; ${line(1)}; commit`)
  expect([await read('product_months'), await read('product_totals')]).toEqual([null, 1])

  // The second line follows a fold. A fold that took the document before would miss that line.
  const halves = `${sale}; ${line(4)}; ${fold}; release a; ${line(6)}`
  await api.pool.query(`begin; savepoint a; ${halves}; commit`)
  expect([await read('product_months'), await read('product_totals')]).toEqual([1, 11])
  await api.pool.query(fold)
  expect([await read('product_months'), await read('product_totals')]).toEqual([11, 11])

  // Only one fold runs at a time: another one leaves everything to it.
  await api.pool.query(`begin; ${sale}; ${line(100)}; commit`)
  const folder = await api.pool.connect()
  await folder.query(`begin; ${fold}`)
  await api.pool.query(`begin; ${sale}; ${line(1000)}; commit`)
  await api.pool.query(fold)
  expect([await read('product_months'), await read('product_totals')]).toEqual([11, 1111])
  await folder.query('commit')
  folder.release()
  expect([await read('product_months'), await read('product_totals')]).toEqual([111, 1111])
})
