import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitForServer } from './server-readiness'

let child: ChildProcess
let server: Server
beforeEach(() => {
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
})
afterEach(() => {
  child.kill()
  server.close()
})

test('waitForServer rejects when another process answers on the port', async () => {
  server = createServer((_request, response) => response.end('Hello!')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const identity = { origin: `http://127.0.0.1:${port}`, noncePath: '/nonce', nonce: 'secret' }
  await expect(waitForServer(child, identity, () => '')).rejects.toThrow('Another process answers')
})

test('waitForServer waits until a server that listens is ready', async () => {
  const asked: string[] = []
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const isReady = asked.length > 3
    response.statusCode = url === '/ready' && !isReady ? 503 : 200
    response.end(url === '/nonce' ? 'secret' : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const identity = { origin, noncePath: '/nonce', nonce: 'secret', readyPath: '/ready' }
  await waitForServer(child, identity, () => '')
  expect(asked).toEqual(['/nonce', '/ready', '/ready', '/ready'])
})
