import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { apiRoot, downloadTicket } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProgram, serverEnv } from '#test/support/built-program'
import { call, startTestApi, type TestApi } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'
import { addLargeCustomers, countExportSessions, readArchive } from './archive-reader'

const program = openProgram()
let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  const { id } = await createUser(api.pool)
  token = api.tokens.sign({ userId: id, version: 0 })
  await addLargeCustomers(api, 10_000)
})
afterAll(() => api.stop())

test('SIGTERM breaks off a download that does not end, and the process exits with 0 @long', async () => {
  // Behind a proxy, more of the server watches a response.
  const env = await serverEnv(api.databaseUrl)
  const server = program.start('main', { env: { ...env, TRUST_PROXY: '1' } })
  await server.waitForOutput('Stockie is at')
  const origin = `http://127.0.0.1:${env.PORT}`
  async function begin(): Promise<IncomingMessage> {
    const options = { method: 'POST', token }
    const { body } = await call(`${origin}${apiRoot}/export/ticket`, options)
    const { url } = downloadTicket.parse(body)
    const [response] = (await once(get(origin + url), 'response')) as [IncomingMessage]
    return response.on('error', () => {})
  }

  const whole = await readArchive(await buffer(await begin()))
  expect(whole.get('README.txt')).toContain('customers.csv           10000 rows')
  const stopped = await begin()
  await once(stopped, 'readable')
  expect(await countExportSessions(api)).toBe(1)
  server.child.kill('SIGTERM')
  const { code, stderr, stdout } = await server.ended
  await buffer(stopped).catch(() => {})
  expect([code, stopped.complete]).toEqual([0, false])
  await expect.poll(() => countExportSessions(api)).toBe(0)
  expect(stdout + stderr).not.toContain('MaxListenersExceededWarning')
})
