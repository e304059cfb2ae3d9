import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createCleanup, type Cleanup } from '@stockie/testkit/cleanup'
import { startServer } from '@stockie/testkit/server-process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runLoad } from './load'

let folder: string
let cleanup: Cleanup
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-bench-test-'))
  cleanup = createCleanup((text) => {
    throw new Error(text)
  })
  cleanup.add(() => rm(folder, { recursive: true }))
})
afterEach(() => cleanup.close())

const statusServer = `import { createServer } from 'node:http'
  createServer((request, response) => {
    response.statusCode = Number(request.url.slice(1))
    response.end(request.url)
  }).listen(Number(process.env.PORT), '127.0.0.1')`

test('runLoad counts its answers and rejects at an unexpected status', async () => {
  const bench = { folder, onEnd: cleanup.add }
  const file = path.join(folder, 'server.mjs')
  await writeFile(file, statusServer)
  const server = await startServer(bench, { name: 'A test', file })
  const plan = { connections: 3, amount: 50 }
  const result = await runLoad(bench, server, { ...plan, requests: [{ path: '/200' }] })
  expect(result).toMatchObject({ requests: 50, bytes: 200 })
  await runLoad(bench, server, { ...plan, requests: [{ path: '/304', status: 304 }] })
  const failing = runLoad(bench, server, {
    ...plan,
    requests: [{ path: '/200' }, { path: '/503' }],
  })
  await expect(failing).rejects.toThrow('GET /503 was answered with 503.')
})
