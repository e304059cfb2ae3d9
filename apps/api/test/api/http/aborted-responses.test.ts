import { Agent, createServer, get, type RequestListener, type ServerResponse } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiRouter } from '#src/http/api-router'
import { createAccounts } from '#src/http/authentication'
import { createSendError, errorHandler } from '#src/http/problem'
import { createLog } from '#src/server/log'
import { listen, startTestApi, type TestApi } from '#test/support/test-api'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const logged: string[] = []
const sendError = createSendError(createLog('error', { write: (line) => void logged.push(line) }))

function failHalfway(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Length': 10 }).write('half')
  throw new Error('failed halfway')
}
const app = express()
app.get(`${apiRoot}/half`, (_request, response) => failHalfway(response))
app.use(errorHandler(sendError))

/** Lets a listener fail, while another connection to its server is open and stays so. */
async function expectOneConnectionCloses(listener: RequestListener): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url === '/other') response.end()
    else listener(request, response)
  })
  const url = await listen(server)
  const agent = new Agent({ keepAlive: true })
  const reusesConnection = () =>
    new Promise<boolean>((resolve, reject) => {
      const request = get(`${url}/other`, { agent }, (answer) =>
        answer.resume().on('end', () => resolve(request.reusedSocket)),
      )
      request.on('error', reject)
    })
  try {
    expect(await reusesConnection()).toBe(false)
    const answer = fetch(`${url}${apiRoot}/half`, { signal: AbortSignal.timeout(5_000) })
    await expect(answer.then((each) => each.text())).rejects.toThrow(/terminated|fetch failed/)
    expect(await reusesConnection()).toBe(true)
  } finally {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  }
}

/** Calls the API's router. Its endpoints cannot write, so this sends the head first. */
function callEndpoint(...[request, response]: Parameters<RequestListener>): void {
  const router = createApiRouter({
    endpoints: [
      {
        method: 'GET',
        path: 'half',
        auth: 'public',
        read: () => undefined,
        answer: () => Promise.reject(new Error('failed halfway')),
      },
    ],
    accounts: createAccounts({ ...api, activity: { note: () => {} } }),
    sendError,
    audit: api.audit,
  })
  response.writeHead(200, { 'Content-Length': 10 }).write('half')
  router(request, response)
}

test.each<[string, RequestListener]>([
  ['an API endpoint', callEndpoint],
  ['a route of Express', app],
])(
  '%s that fails after its head was sent is logged, and only its own connection closes',
  async (_, listener) => {
    logged.length = 0
    await expectOneConnectionCloses(listener)
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { req: { method: 'GET', url: `${apiRoot}/half` }, err: { message: 'failed halfway' } },
    ])
  },
)

// @holds asvs 4.2.1
test('a failure before a route is found is logged, and only its own connection closes', async () => {
  const [handleRequest] = api.server.listeners('request')
  await expectOneConnectionCloses((request, response) => {
    response.writeHead(200, { 'Content-Length': 10 }).write('half')
    handleRequest?.(request, response)
  })
  expect(api.logged()).toContain('ERR_HTTP_HEADERS_SENT')
})
