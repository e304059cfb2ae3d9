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

test('of two owners who demote each other at the same moment, one stays an owner', async () => {
  await api.pool.query('update users set removed_at = now() where role = 1 and id <> $1', [
    owner.id,
  ])
  const versions = new Map<number, number>()
  for (let round = 0; round < 5; round += 1) {
    const other = await createUser(api.pool, 1)
    const pair = [owner, other]
    const answers = await Promise.all(
      pair.map((target, index) => {
        const by = pair[1 - index] ?? owner
        return api.call(`/users/${target.id}`, {
          method: 'PUT',
          token: api.tokens.sign({ userId: by.id, version: versions.get(by.id) ?? 0 }),
          body: { name: target.name, email: target.email, role: 3 },
        })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await api.pool.query<TestUser & { version: number }>(
      `select id, name, email, role, token_version as version from users
       where role = 1 and removed_at is null`,
    )
    expect(rows).toHaveLength(1)
    for (const row of rows) {
      owner = row
      versions.set(row.id, row.version)
    }
  }
})
