import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { waitForServer } from './server-readiness'

const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
let server: Server
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
