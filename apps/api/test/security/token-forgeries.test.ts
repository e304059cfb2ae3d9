import { createHmac, generateKeyPairSync } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevices } from '#src/security/devices'
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
  iat: inAnHour() - 3600,
  exp: inAnHour(),
})
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Builds a token with any header, and signs it with the real secret if a hash is given. */
function forge(header: object, payload: object, hash?: string, secret = testSecret): string {
  const signed = `${encode(header)}.${encode(payload)}`
  return `${signed}.${hash ? createHmac(hash, secret).update(signed).digest('base64url') : ''}`
}

const verify = (headers: Record<string, string>) =>
  api.call('/auth/verify', { method: 'POST', headers })

test('verify accepts the valid token that the forged tokens are derived from', async () => {
  const token = forge({ alg: 'HS256', typ: 'JWT' }, claims(owner), 'sha256')
  expect((await verify({ authorization: `Bearer ${token}` })).status).toBe(200)
  // The name of the scheme is case-insensitive.
  expect((await verify({ authorization: `bearer ${token}` })).status).toBe(200)
})

const device = { email: 'owner@stockie.test', tokenVersion: 0 }
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const forgeries: [string, () => string][] = [
  ['the algorithm none', () => forge({ alg: 'none', typ: 'JWT' }, claims(owner))],
  ['the algorithm none and a signature', () => forge({ alg: 'none' }, claims(owner), 'sha256')],
  ['the algorithm NONE in capitals', () => forge({ alg: 'NONE' }, claims(owner))],
  ['HS512 and the real secret', () => forge({ alg: 'HS512' }, claims(owner), 'sha512')],
  ['HS384 and the real secret', () => forge({ alg: 'HS384' }, claims(owner), 'sha384')],
  [
    'the header HS256 and a signature by HS512',
    () => forge({ alg: 'HS256' }, claims(owner), 'sha512'),
  ],
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
    'an expired exp claim',
    () => forge({ alg: 'HS256' }, { ...claims(owner), exp: inAnHour() - 3601 }, 'sha256'),
  ],
  ['no exp claim', () => forge({ alg: 'HS256' }, { ...claims(owner), exp: undefined }, 'sha256')],
  [
    'an nbf claim in the future',
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
    'a subject that is not an id',
    () => forge({ alg: 'HS256' }, { ...claims(owner), sub: '1 or 1=1' }, 'sha256'),
  ],
  [
    'a subject beyond the largest id',
    () => forge({ alg: 'HS256' }, { ...claims(owner), sub: '9999999999' }, 'sha256'),
  ],
  [
    'the form of a device cookie',
    () => createDevices(testSecret).remember(device, '', false).split(/[=;]/)[1] ?? '',
  ],
  ['an unknown account', () => api.tokens.sign({ userId: 2_000_000, version: 0 })],
  ['an unknown version', () => api.tokens.sign({ userId: owner.id, version: 1 })],
]

// @holds asvs 7.2.1, 9.1.1-9.1.3, 9.2.1-9.2.3
test.each(forgeries)('verify refuses a token with %s', async (_what, make) => {
  const answer = await verify({ authorization: `Bearer ${make()}` })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(answer.body).toMatchObject({ type: 'urn:stockie:problem:unauthenticated' })
})

test.each([
  ['no value', undefined],
  ['an empty value', ''],
  ['only a scheme', 'Bearer'],
  ['a scheme and spaces', 'Bearer   '],
  ['another scheme', 'Basic b3duZXI6b3duZXI='],
  ['a text that is not a token', 'Bearer nonsense'],
  ['three dots', 'Bearer ...'],
  ['a token in quotes', 'Bearer "a.b.c"'],
])('verify refuses an Authorization header with %s', async (_what, authorization) => {
  const answer = await verify(authorization === undefined ? {} : { authorization })
  expect(answer.status).toBe(401)
})

// @holds asvs 3.5.1
test('verify refuses a token without the Bearer scheme', async () => {
  const token = api.tokens.sign({ userId: owner.id, version: 0 })
  expect((await verify({ authorization: token })).status).toBe(401)
})
