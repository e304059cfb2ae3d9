import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUsers } from '@/modules/users/users.service'
import { createPasswords } from '@/security/passwords'
import { startTestApi, type TestApi } from './test-api'
import { createUser } from './test-users'

const passwords = createPasswords()
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await passwords.close()
  await api.stop()
})

test('two owners who remove each other at the same moment do not both succeed', async () => {
  const users = createUsers({ pool: api.pool, passwords })
  await createUser(api.pool, 1)
  for (let round = 0; round < 10; round++) {
    const [first] = await users.list()
    const second = await createUser(api.pool, 1)
    const outcomes = await Promise.allSettled(
      [first, second].map((user) => users.remove(user?.email ?? '')),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await users.list()).toHaveLength(1)
  }
})
