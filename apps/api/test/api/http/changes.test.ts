import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUsers } from '#src/modules/users/users.service'
import { createPasswords } from '#src/security/passwords'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser, password } from '#test/support/test-users'
import { daySheetWriteCases } from '#test/support/writes/day-sheet-write-cases'
import { parkedSaleWriteCases } from '#test/support/writes/parked-sale-write-cases'
import { returnWriteCases } from '#test/support/writes/return-write-cases'
import { writeCases } from '#test/support/writes/write-cases'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

const ask = (etag = '') =>
  api.call('/changes', {
    token: shop.token,
    ...(etag && { headers: { 'if-none-match': etag } }),
  })

/** Returns the revision, after a check that it is sent again only if it has changed. */
async function readRevision(): Promise<string> {
  const answer = await ask()
  expect(answer).toMatchObject({ status: 200, body: { revision: expect.any(String) } })
  expect(await ask(answer.headers.get('etag') ?? '')).toMatchObject({ status: 304, text: '' })
  return (answer.body as { revision: string }).revision
}

test.each([...writeCases, ...parkedSaleWriteCases, ...returnWriteCases, ...daySheetWriteCases])(
  '$method $path $variant changes the revision of all lists, and a refused write keeps it',
  async (write) => {
    const send = await write.prepare(api, shop)
    const before = await readRevision()
    // Returns are posted to their sale.
    const [, resource = ''] = write.path.split('/')
    const refused = await api.call(`/${resource === 'returns' ? 'sales' : resource}`, {
      token: shop.token,
      body: {},
    })
    expect(refused.status).toBe(422)
    expect(await readRevision()).toBe(before)
    expect((await send()).status).toBeLessThan(300)
    expect(await readRevision()).not.toBe(before)
  },
)

test('a change of an account changes the revision of all lists', async () => {
  const passwords = createPasswords()
  const users = createUsers({ pool: api.pool, passwords })
  const { email } = await createUser(api.pool, 3)
  const changes = [
    () => users.changeRole(email, 2),
    () => users.setPassword(email, 'another-secret'),
    () => users.remove({ email }),
  ]
  for (const change of changes) {
    const before = await readRevision()
    await change()
    expect(await readRevision()).not.toBe(before)
  }
  await passwords.close()
})

test.each([
  ['an insert', `insert into expense_categories (name) values ('Fuel')`],
  ['an update', `update products set price = price + 1`],
  ['a deletion', `delete from expense_categories where name = 'Fuel'`],
  [
    'a stock movement',
    `insert into stock_movements (product_id, delta, reason, user_id)
     select max(products.id), 1, 'adjustment', max(users.id) from products, users`,
  ],
])('%s by direct SQL changes the revision of all lists when it commits', async (_, sql) => {
  const before = await readRevision()
  const client = await api.pool.connect()
  try {
    await client.query('begin')
    await client.query(sql)
    expect(await readRevision()).toBe(before)
    await client.query('commit')
  } finally {
    client.release(true)
  }
  expect(await readRevision()).not.toBe(before)
})

test('reads, folds, rollbacks, log-ins and log-outs keep the revision of all lists', async () => {
  const { email } = await createUser(api.pool, 3)
  const before = await readRevision()
  const { body } = await api.call('/auth/login', { body: { email, password } })
  const { token } = body as { token: string }
  for (const path of ['/products', '/sales', '/reports/profit-summary', '/stock/reconcile']) {
    expect((await api.call(path, { token })).status).toBe(200)
  }
  await api.call('/auth/logout', { method: 'POST', token })
  await api.pool.query('select fold_changes()')
  await api.pool.query(`begin; update customers set name = name; rollback`)
  expect(await readRevision()).toBe(before)
})

test('the revision of all lists never repeats after the counters were reset', async () => {
  const before = await readRevision()
  await api.pool.query(`create temp table kept as select * from changes; truncate changes;
    insert into changes select * from kept; drop table kept`)
  expect(await readRevision()).not.toBe(before)
})
