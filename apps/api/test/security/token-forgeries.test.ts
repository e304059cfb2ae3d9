import { createHmac, generateKeyPairSync } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, testSecret, type TestApi } from '#test/support/test-api'
import { createUser, type TestUser } from '#test/support/test-users'

let api: TestApi
let owner: TestUser
let cashier: TestUser

beforeAll(async () => {
  api = await startTestApi()
  owner = await createUser(api.pool)
  cashier = await createUser(api.pool, 3)
})
afterAll(() => api.stop())

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const claims = (user: TestUser) => ({
  sub: String(user.id),
  ver: 0,
  iss: 'stockie',
  aud: 'stockie-api',
  exp: inAnHour(),
})
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A token with any header, signed with the real secret where there is a hash to sign it with. */
function forge(header: object, payload: object, hash?: string, secret = testSecret): string {
  const signed = `${encode(header)}.${encode(payload)}`
  return `${signed}.${hash ? createHmac(hash, secret).update(signed).digest('base64url') : ''}`
}

const verify = (headers: Record<string, string>) =>
  api.call('/auth/verify', { method: 'POST', headers })

test('the claims that the forgeries below build on are good ones', async () => {
  const token = forge({ alg: 'HS256', typ: 'JWT' }, claims(owner), 'sha256')
  expect((await verify({ authorization: `Bearer ${token}` })).status).toBe(200)
  // The scheme's name has no case.
  expect((await verify({ authorization: `bearer ${token}` })).status).toBe(200)
})

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const forgeries: [string, () => string][] = [
  ['no algorithm', () => forge({ alg: 'none', typ: 'JWT' }, claims(owner))],
  ['no algorithm but a signature', () => forge({ alg: 'none' }, claims(owner), 'sha256')],
  ['NONE in capitals', () => forge({ alg: 'NONE' }, claims(owner))],
  ['another HMAC with our secret', () => forge({ alg: 'HS512' }, claims(owner), 'sha512')],
  ['HS384 with our secret', () => forge({ alg: 'HS384' }, claims(owner), 'sha384')],
  ['a name of HS256 over another HMAC', () => forge({ alg: 'HS256' }, claims(owner), 'sha512')],
  ['a public key algorithm', () => jwt.sign(claims(owner), privateKey, { algorithm: 'RS256' })],
  [
    'another secret',
    () => forge({ alg: 'HS256' }, claims(owner), 'sha256', 'another-secret-with-32-characters!'),
  ],
  ['an empty secret', () => forge({ alg: 'HS256' }, claims(owner), 'sha256', '')],
  ['no signature', () => forge({ alg: 'HS256' }, claims(owner))],
  [
    'an edited payload',
    () => {
      const [header, , signature] = api.tokens.sign({ userId: cashier.id, version: 0 }).split('.')
      return `${header}.${encode(claims(owner))}.${signature}`
    },
  ],
  [
    'a time that has run out',
    () => forge({ alg: 'HS256' }, { ...claims(owner), exp: inAnHour() - 3601 }, 'sha256'),
  ],
  [
    'no time to run out',
    () => forge({ alg: 'HS256' }, { ...claims(owner), exp: undefined }, 'sha256'),
  ],
  [
    'a time of its own in the future',
    () => forge({ alg: 'HS256' }, { ...claims(owner), nbf: inAnHour() }, 'sha256'),
  ],
  ['another issuer', () => forge({ alg: 'HS256' }, { ...claims(owner), iss: 'another' }, 'sha256')],
  [
    'another audience',
    () => forge({ alg: 'HS256' }, { ...claims(owner), aud: 'another' }, 'sha256'),
  ],
  ['no audience', () => forge({ alg: 'HS256' }, { ...claims(owner), aud: undefined }, 'sha256')],
  ['no version', () => forge({ alg: 'HS256' }, { ...claims(owner), ver: undefined }, 'sha256')],
  [
    'a version that is a text',
    () => forge({ alg: 'HS256' }, { ...claims(owner), ver: '0' }, 'sha256'),
  ],
  [
    'a subject that is no id',
    () => forge({ alg: 'HS256' }, { ...claims(owner), sub: '1 or 1=1' }, 'sha256'),
  ],
  [
    'a subject beyond every id',
    () => forge({ alg: 'HS256' }, { ...claims(owner), sub: '9999999999' }, 'sha256'),
  ],
  ['an account that never was', () => api.tokens.sign({ userId: 2_000_000, version: 0 })],
  ['a version that never was', () => api.tokens.sign({ userId: owner.id, version: 1 })],
]

// @holds asvs 7.2.1, 9.1.1-9.1.3, 9.2.1-9.2.3
test.each(forgeries)('refuses a token with %s', async (_what, make) => {
  const answer = await verify({ authorization: `Bearer ${make()}` })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(answer.body).toMatchObject({ type: 'urn:stockie:problem:unauthenticated' })
})

test.each([
  ['no header', undefined],
  ['an empty one', ''],
  ['a scheme alone', 'Bearer'],
  ['a scheme and blanks', 'Bearer   '],
  ['another scheme', 'Basic b3duZXI6b3duZXI='],
  ['not a token', 'Bearer nonsense'],
  ['three dots', 'Bearer ...'],
  ['a token in quotes', 'Bearer "a.b.c"'],
])('refuses %s', async (_what, authorization) => {
  const answer = await verify(authorization === undefined ? {} : { authorization })
  expect(answer.status).toBe(401)
})

// @holds asvs 3.5.1
test('a token without its scheme is refused', async () => {
  const token = api.tokens.sign({ userId: owner.id, version: 0 })
  expect((await verify({ authorization: token })).status).toBe(401)
})
