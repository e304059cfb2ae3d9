import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser, type TestUser } from '#test/support/test-users'

type Till = ReturnType<typeof createImportClient>

let api: TestApi
let shop: TestShop
let first: Till
let firstUser: TestUser
let second: Till
beforeEach(async () => {
  await api?.stop()
  api = await startTestApi()
  shop = await openTestShop(api)
  firstUser = await createUser(api.pool)
  first = createImportClient(api, api.tokens.sign({ userId: firstUser.id, version: 0 }))
  second = createImportClient(api, shop.token)
})
afterAll(() => api.stop())

const file = 'Name,Amount,Category,Date\nGas,9,Rent,2026-02-28\nGas,9,Rent,2026-02-28\n'

async function countExpenses(): Promise<number> {
  const { rows } = await api.pool.query<{ count: number }>(
    `select count(*)::integer as count from expenses where name = 'Gas' and deleted_at is null`,
  )
  return rows[0]?.count ?? 0
}

/** The second till previews again after its refusal, and then finds that it has nothing to add. */
async function expectNothingLeft(id: number): Promise<void> {
  expect(await countExpenses()).toBe(2)
  expect((await second.preview(id)).counts).toMatchObject({ new: 0, unchanged: 2 })
  expect(await second.run(id, 'commit')).toMatchObject({ state: 'committed', total: 0 })
  expect(await countExpenses()).toBe(2)
  expect(await withClient(api.databaseUrl, (one) => readBrokenInvariants(one))).toEqual([])
}

test('two customers of a file that another till has imported meanwhile are not added again @long', async () => {
  const customers = 'Name\nBen\nCem\n'
  const { id } = await first.upload('customers', customers)
  await first.preview(id)
  const { id: later } = await second.upload('customers', customers)
  await second.preview(later)
  await first.run(id, 'commit')
  expect(await second.run(later, 'commit')).toMatchObject({
    state: 'failed',
    error: '"Ben" was added meanwhile. Preview the file again.',
  })
  expect((await second.preview(later)).counts).toMatchObject({ unchanged: 2 })
})

// Expenses are compared in all fields, and have neither an id nor a code in a file.
test.each(['auto', 'name', 'code', 'id'] as const)(
  'expenses of a file that another till has imported meanwhile are not added again when matched by %s @long',
  async (matchBy) => {
    const plan = { options: { matchBy } }
    const { id } = await first.upload('expenses', file)
    const { id: later } = await second.upload('expenses', file)
    expect((await first.preview(id, plan)).counts).toMatchObject({ new: 2 })
    expect((await second.preview(later, plan)).counts).toMatchObject({ new: 2 })
    expect(await first.run(id, 'commit')).toMatchObject({ state: 'committed' })
    expect(await second.run(later, 'commit')).toMatchObject({
      state: 'failed',
      error: '"Gas" was added meanwhile. Preview the file again.',
    })
    await expectNothingLeft(later)
  },
)

test('expenses of a file that another till has imported meanwhile are added if all rows are to be added @long', async () => {
  const plan = { options: { matchBy: 'none' as const } }
  const { id } = await second.upload('expenses', file)
  await second.preview(id, plan)
  await first.importFile('expenses', file, plan)
  expect(await second.run(id, 'commit')).toMatchObject({ state: 'committed' })
  expect(await countExpenses()).toBe(4)
})

test('an expense with the name of an older one is added @long', async () => {
  await first.importFile('expenses', file)
  await second.importFile('expenses', 'Name,Amount,Category,Date\nGas,9,Rent,2026-03-31\n')
  expect(await countExpenses()).toBe(3)
})

test('expenses that another till imports during the preview are not added again @long', async () => {
  const { id } = await first.upload('expenses', file)
  await first.preview(id)
  const { id: later } = await second.upload('expenses', file)
  const blocker = await api.pool.connect()
  try {
    // The first import writes its expenses, and then waits for the row of its account.
    await blocker.query(`begin; select from users where id = ${firstUser.id} for update`)
    const running = first.run(id, 'commit')
    await waitForBlocked()
    // Its number is higher than those of the expenses that the preview does not see.
    const { expenseCategoryId } = shop
    const body = { name: 'Lamp', amount: 30, description: '', expenseCategoryId }
    expect((await api.call('/expenses', { token: shop.token, body })).status).toBe(201)
    expect((await second.preview(later)).counts).toMatchObject({ new: 2 })
    expect((await second.start(later, 'commit')).body).toMatchObject({
      status: 409,
      detail: 'Another import runs at the moment. Try again when it is done.',
    })
    await blocker.query('commit')
    expect(await running).toMatchObject({ state: 'committed' })
  } finally {
    blocker.release(true)
  }
  expect(await second.run(later, 'commit')).toMatchObject({
    state: 'failed',
    error: 'Another import has added expenses meanwhile. Preview the file again.',
  })
  await expectNothingLeft(later)
})

async function waitForBlocked(): Promise<void> {
  const isBlocked = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await api.pool.query(isBlocked)).rowCount === 0) await wait(20)
}
