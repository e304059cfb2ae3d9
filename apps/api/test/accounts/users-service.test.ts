import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUsers } from '#src/modules/users/users.service'
import { createPasswords } from '#src/security/passwords'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'

const passwords = createPasswords()
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await passwords.close()
  await api.stop()
})

test('only one of two owners who remove each other at the same time succeeds', async () => {
  const users = createUsers({ pool: api.pool, passwords })
  await createUser(api.pool, 1)
  for (let round = 0; round < 10; round++) {
    const [first] = await users.list()
    const second = await createUser(api.pool, 1)
    const outcomes = await Promise.allSettled(
      [first, second].map((user) => users.remove({ email: user?.email ?? '' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await users.list()).toHaveLength(1)
  }
})

test('a change of an account reports a broken connection instead of the failed rollback', async () => {
  const { email } = await createUser(api.pool, 2)
  await api.pool.query(`
    create function break_off() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
    create trigger break_off before update on users for each row execute function break_off()`)
  const users = createUsers({ pool: api.pool, passwords })
  await expect(users.changeRole(email, 3)).rejects.toMatchObject({ code: '57P01' })
  await api.pool.query('drop trigger break_off on users')
})
