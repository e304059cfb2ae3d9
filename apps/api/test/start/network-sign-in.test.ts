import { networkInterfaces } from 'node:os'
import { apiRoot } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
// By its path: the package depends on the API, and Turborepo refuses a cycle.
import { ownAddress } from '../../../../tools/testkit/src/own-address.mjs'
import { openProgram, type Running, serverEnv } from '#test/support/built-program'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { call } from '#test/support/test-api'

const program = openProgram()
const owner = { email: 'nora@shop.example', password: 'a good password' }
const hasIPv6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ address }) => address === '::1')
let database: TestDatabase
let port: string
let stockie: Running

beforeAll(async () => {
  database = await createTestDatabase()
  const own = await serverEnv(database.url)
  port = own['PORT'] ?? ''
  const env = {
    ...own,
    // With IPv6, :: are all addresses of both kinds.
    HOST: hasIPv6 ? '::' : '0.0.0.0',
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
  }
  stockie = program.start('main', { env })
  await stockie.waitForOutput('Sign in as nora@shop.example')
})
afterAll(async () => {
  stockie.child.kill('SIGTERM')
  await stockie.ended
  await database.drop()
})

test.for([
  ['the address of this machine in its network', ownAddress],
  ['localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1'],
  ['::1', hasIPv6 ? '[::1]' : undefined],
])(
  // @holds asvs 3.5.1
  'an owner signs in and works at %s, from the page of that address',
  async ([name, host], { skip }) => {
    skip(host === undefined, `This machine lacks ${name}.`)
    const url = `http://${host}:${port}`
    const signIn = (origin: string) =>
      call(`${url}${apiRoot}/auth/login`, { body: owner, headers: { origin } })
    const { status, body } = await signIn(url)
    expect(status).toBe(200)
    const token = String(Object(body).token)
    const category = { token, body: { name: `Entered at ${name}` }, headers: { origin: url } }
    expect((await call(`${url}${apiRoot}/categories`, category)).status).toBe(201)
    expect((await signIn('http://evil.example')).status).toBe(403)
  },
)
