import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSessions } from '#src/modules/sessions/sessions.service'
import { createPasswords } from '#src/security/passwords'
import { createSecondFactorCodes } from '#src/security/second-factor-codes'
import { nextCode, openApp } from '#test/support/authenticator-app'
import { startTestApi, type TestApi, testSecret } from '#test/support/test-api'
import { createUser, password, type TestUser } from '#test/support/test-users'

let api: TestApi
let user: TestUser
const passwords = createPasswords()
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  user = await createUser(api.pool, 3)
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await passwords.close()
  await api.stop()
})

function openSessions(secret = testSecret, successLimit = 1000) {
  const { pool, tokens } = api
  const secondFactorCodes = createSecondFactorCodes(secret)
  const sessions = createSessions({ pool, tokens, passwords, secondFactorCodes, successLimit })
  const context = {
    address: '192.0.2.9',
    device: undefined,
    userAgent: undefined,
    hasLeft: () => false,
    onAccountFound: () => {},
  }
  const login = (code?: string) => sessions.login({ email: user.email, password, code }, context)
  return { ...sessions.secondFactor, login }
}

/** What the token of the user's session says. */
function claimOf(version = 0) {
  const claim = api.tokens.verify(api.tokens.sign({ userId: user.id, version }))
  if (!claim) throw new Error('The token was refused.')
  return claim
}

const begin = async () => openApp((await openSessions().begin(claimOf(), user.email)).otpauthUrl)

async function turnOn() {
  const app = await begin()
  const { recoveryCodes } = await openSessions().confirm(claimOf(), nextCode(app))
  return { app, recoveryCodes }
}

test('the step without a code counts for the limit of sign-ins', async () => {
  await turnOn()
  const { login } = openSessions(testSecret, 2)
  for (const code of ['second_factor_required', 'second_factor_required', 'too_many']) {
    await expect(login()).rejects.toMatchObject({ code })
  }
})

test('a session that has ended changes no second factor', async () => {
  const sessions = openSessions()
  const ended = claimOf()
  const app = await begin()
  await api.pool.query('update users set token_version = 1 where id = $1', [user.id])
  const refusal = { code: 'conflict' }
  await expect(sessions.begin(ended, user.email)).rejects.toMatchObject(refusal)
  await expect(sessions.confirm(ended, nextCode(app))).rejects.toMatchObject(refusal)
  await sessions.confirm(claimOf(1), nextCode(app))
  await expect(sessions.renewRecoveryCodes(ended)).rejects.toMatchObject(refusal)
})

test('after a change of JWT_SECRET the app is useless, and a recovery code still signs in', async () => {
  const { app, recoveryCodes } = await turnOn()
  const { login } = openSessions('another secret of more than 32 characters')
  await expect(login(nextCode(app))).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await login(recoveryCodes[0])).answer.user).toMatchObject({ id: user.id })
})
