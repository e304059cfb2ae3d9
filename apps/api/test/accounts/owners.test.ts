import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, type TestUser } from '#test/support/test-users'

let api: TestApi
let owner: TestUser
let token: string
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  owner = await createUser(api.pool, 1)
  token = api.tokens.sign({ userId: owner.id, version: 0 })
})
afterAll(() => api.stop())

const readAccount = async (id: number) =>
  (await api.pool.query('select * from users where id = $1', [id])).rows[0]

// @holds asvs 7.5.1
test('an owner cannot reset their own password or second factor as those of another account', async () => {
  const path = `/users/${owner.id}`
  const before = await readAccount(owner.id)
  for (const [method, part, detail] of [
    ['POST', '/password', 'Change your own password in Account.'],
    ['DELETE', '/second-factor', 'Turn off your own second factor in Account.'],
  ] as const) {
    const answer = await api.call(path + part, { method, token })
    expect(answer).toMatchObject({ status: 409, body: { detail } })
  }
  expect(await readAccount(owner.id)).toEqual(before)
})

test('the last owner can be neither removed nor demoted', async () => {
  await api.pool.query('update users set removed_at = now() where role = 1 and id <> $1', [
    owner.id,
  ])
  const path = `/users/${owner.id}`
  const demoted = { name: owner.name, email: owner.email, role: 2 }
  for (const answer of [
    await api.call(path, { method: 'DELETE', token }),
    await api.call(path, { method: 'PUT', token, body: demoted }),
  ]) {
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({
        detail: `${owner.email} is the only owner left: make another account an owner first.`,
      }),
    ])
  }
  expect((await api.call('/users', { token })).status).toBe(200)
})

test.each([
  ['demote', 'PUT', 200],
  ['remove', 'DELETE', 204],
] as const)(
  'of two owners who %s each other at the same moment, one wins',
  async (_what, method, done) => {
    // With a third owner, neither of the two is the last.
    for (const others of [1, 0]) {
      for (let round = 0; round < 5; round += 1) {
        await api.pool.query('update users set removed_at = now() where role = 1')
        for (let count = 0; count < others; count += 1) await createUser(api.pool, 1)
        const pair = [await createUser(api.pool, 1), await createUser(api.pool, 1)]
        const answers = await Promise.all(
          pair.map(({ id, name, email }, index) =>
            api.call(`/users/${id}`, {
              method,
              token: api.tokens.sign({ userId: pair[1 - index]?.id ?? 0, version: 0 }),
              ...(method === 'PUT' && { body: { name, email, role: 3 } }),
            }),
          ),
        )
        const statuses = answers.map(({ status }) => status)
        expect(statuses.toSorted((one, other) => one - other)).toEqual([done, 401])
        const { rowCount } = await api.pool.query(
          'select from users where role = 1 and removed_at is null',
        )
        expect(rowCount).toBe(others + 1)
      }
    }
  },
)
