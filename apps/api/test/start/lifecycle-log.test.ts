import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProgram, serverEnv } from '#test/support/built-program'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'

const program = openProgram()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
})

// @holds asvs 4.1.3
test('the start warns once if callers may connect past the trusted proxy, or under no name, and serves @long', async () => {
  const warnings = async (settings: Record<string, string>) => {
    const env = { ...(await serverEnv(database.url)), ...settings }
    const stockie = program.start('main', { env })
    await stockie.waitForOutput('Nobody can sign in yet')
    expect((await fetch(`http://127.0.0.1:${env.PORT}/livez`)).status).toBe(200)
    stockie.child.kill('SIGTERM')
    const lines = (await stockie.ended).stdout.trim().split('\n')
    return lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  }
  const warning = (text: string) => expect.objectContaining({ msg: expect.stringContaining(text) })
  const name = { SITE_ADDRESS: 'shop.example' }
  expect(await warnings({ TRUST_PROXY: '1', HOST: '0.0.0.0' })).toEqual([
    warning('set HOST=127.0.0.1 if the proxy'),
    warning('set SITE_ADDRESS in .env to the name that browsers open'),
  ])
  expect(await warnings({ TRUST_PROXY: '1', ...name })).toEqual([])
})

test('the log has the version, platform and address at the start, and a line at the stop @long', async () => {
  const env = await serverEnv(database.url)
  const stockie = program.start('main', { env })
  await stockie.waitForOutput('Stockie has started.')
  await stockie.waitForOutput('Nobody can sign in yet')
  stockie.child.kill('SIGTERM')
  const { code, stdout } = await stockie.ended
  expect(code).toBe(0)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.find(({ msg }) => msg === 'Stockie has started.')).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: process.versions.node,
    postgres: expect.stringMatching(/^18\./),
    address: `http://127.0.0.1:${env.PORT}`,
  })
  expect(lines.at(-1).msg).toBe('Stockie stops.')
})
