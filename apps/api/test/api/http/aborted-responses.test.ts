import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiRouter } from '#src/http/api-router'
import { createAccounts } from '#src/http/authentication'
import { createFail, errorHandler } from '#src/http/problem'
import { createLog } from '#src/log'
import { listen, startTestApi, type TestApi } from '#test/support/test-api'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const logged: string[] = []
const fail = createFail(createLog('error', { write: (line) => void logged.push(line) }))

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Length': 10 }).write('half')
  throw new Error('broken off')
}
const app = express()
app.get(`${apiRoot}/half`, (_request, response) => breakOff(response))
app.use(errorHandler(fail))

async function call(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const url = (await listen(server)) + `${apiRoot}/half`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    return await answer.text()
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** The API's own router. Its endpoints cannot write, so the head is sent before the call. */
function callEndpoint(...[request, response]: Parameters<RequestListener>): void {
  const router = createApiRouter({
    endpoints: [
      {
        method: 'GET',
        path: 'half',
        auth: 'public',
        read: () => undefined,
        answer: () => Promise.reject(new Error('broken off')),
      },
    ],
    accounts: createAccounts(api),
    fail,
  })
  response.writeHead(200, { 'Content-Length': 10 }).write('half')
  router(request, response)
}

test.each<[string, RequestListener]>([
  ['an API endpoint', callEndpoint],
  ['a route of Express', app],
])(
  '%s that fails after the head is logged, and only its own connection ends',
  async (_, listener) => {
    logged.length = 0
    await expect(call(listener)).rejects.toThrow(/terminated|fetch failed/)
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { req: { method: 'GET', url: `${apiRoot}/half` }, err: { message: 'broken off' } },
    ])
  },
)

// @holds asvs 4.2.1
test('what fails before any call is found is logged, and ends that connection alone', async () => {
  const [stockie] = api.server.listeners('request')
  await expect(
    call((request, response) => {
      response.writeHead(200, { 'Content-Length': 10 }).write('half')
      stockie?.(request, response)
    }),
  ).rejects.toThrow(/terminated|fetch failed/)
  expect(api.logged()).toContain('ERR_HTTP_HEADERS_SENT')
})
