import type { Server } from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createServerWithLimits, listen, startTestApi, type TestApi } from '#test/support/test-api'

let api: TestApi
let server: Server
let port: number
beforeAll(async () => {
  api = await startTestApi()
  server = createServerWithLimits(api)
  port = Number(new URL(await listen(server)).port)
})
afterAll(async () => {
  server.close()
  await api.stop()
})

/** Sends raw bytes and returns everything until the server closes the connection. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.on('data', (data) => (answer += String(data)))
    socket.on('error', () => {})
    socket.once('close', () => resolve(answer))
  })
}

const messagesSince = (length: number) =>
  Array.from(
    api
      .logged()
      .slice(length)
      .matchAll(/"msg":"([^"]*)"/g),
    ([, message]) => message,
  )

const head = (requestLine: string, ...lines: string[]) =>
  `${[`${requestLine} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`
const host = 'Host: localhost'
const chunked = 'Transfer-Encoding: chunked'

test.each([
  [
    'a Content-Length and chunked encoding',
    head('POST /livez', host, 'Content-Length: 1', chunked),
    '- unreadable 400',
  ],
  ['no Host header', head('GET /livez'), 'GET /livez 400'],
  ['the name of another website', head('GET /', 'Host: evil.example'), 'GET / 400'],
  ['two Host headers', head('GET /livez', host, host), 'GET /livez 400'],
  ['an escape character in its address', head('GET /\u001b[2J', host), '- unreadable 400'],
  ['oversized headers', head('GET /', host, `X-Long: ${'x'.repeat(20_000)}`), '- unreadable 431'],
  ['a TLS handshake', `\u0016\u0003\u0001\r\n\r\n`, '- unreadable 400'],
  ['CONNECT', head('CONNECT x:443', host), 'CONNECT unreadable 400'],
  ['OPTIONS *', head('OPTIONS *', host), 'OPTIONS unreadable 400'],
  ['OPTIONS for a page', head('OPTIONS /livez', host), 'OPTIONS /livez 404'],
  [
    'OPTIONS for an API endpoint',
    head('OPTIONS /api/v1/auth/login', host),
    'OPTIONS /api/v1/auth/login 404',
  ],
  [
    'OPTIONS for an API endpoint that needs a token',
    head('OPTIONS /api/v1/sales', host),
    'OPTIONS /api/v1/sales 401',
  ],
  ['an unknown Expect header', head('GET /livez', host, 'Expect: tea'), 'GET /livez 200'],
  [
    'a malformed body',
    `${head('POST /api/v1/auth/login', host, 'Content-Type: application/json', chunked)}tea\r\n`,
    'POST /api/v1/auth/login 400',
  ],
  [
    'a malformed body that no route reads',
    `${head('GET /readyz', host, chunked)}tea\r\n`,
    'GET /readyz 200',
  ],
])(
  // @holds asvs 3.4.2, 3.4.4-3.4.6, 4.2.1, 16.3.1
  'a request with %s gets one answer, the security headers and one log line',
  async (_what, sent, message) => {
    const since = api.logged().length
    const answer = await sendRaw(sent)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${message.slice(-3)}`])
    expect(answer).toMatch(/\r\ncontent-security-policy: .*frame-ancestors 'none'/i)
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
    expect(answer).toMatch(/\r\nreferrer-policy: no-referrer\r\n/i)
    expect(answer).not.toMatch(/\r\nallow: /i)
    const [, id = 'none'] = /\r\nx-request-id: (\S+)/i.exec(answer) ?? []
    // When this second request is done, all work of the first is done too.
    await sendRaw(head('GET /readyz', host))
    await vi.waitFor(
      () => expect(messagesSince(since)).toEqual([message, 'GET /readyz 200']),
      10_000,
    )
    expect(api.logged().slice(since)).toContain(`"id":"${id}"`)
  },
)

test('garbage after a complete request does not cost that request its answer', async () => {
  const since = api.logged().length
  const login = ['POST /api/v1/auth/verify HTTP/1.1', host, 'Content-Length: 0', '\r\n'].join(
    '\r\n',
  )
  const answer = await sendRaw(`${login}\u0000tea`)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  expect(messagesSince(since)).toEqual(['POST /api/v1/auth/verify 401'])
})
