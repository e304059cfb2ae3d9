import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createCleanup, type Cleanup } from '@stockie/testkit/cleanup'
import { startServer } from '@stockie/testkit/server-process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { load } from './load'

let folder: string
let closing: Cleanup
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-bench-test-'))
  closing = createCleanup((text) => {
    throw new Error(text)
  })
  closing.add(() => rm(folder, { recursive: true }))
})
afterEach(() => closing.close())

const status = `import { createServer } from 'node:http'
  createServer((request, response) => {
    response.statusCode = Number(request.url.slice(1))
    response.end(request.url)
  }).listen(Number(process.env.PORT), '127.0.0.1')`

test('a load counts its answers, and throws at one that is not right', async () => {
  const bench = { folder, onEnd: closing.add }
  const file = path.join(folder, 'server.mjs')
  await writeFile(file, status)
  const server = await startServer(bench, { name: 'A test', file })
  const plan = { connections: 3, amount: 50 }
  const result = await load(bench, server, { ...plan, requests: [{ path: '/200' }] })
  expect(result).toMatchObject({ requests: 50, bytes: 200 })
  await load(bench, server, { ...plan, requests: [{ path: '/304', status: 304 }] })
  const failing = load(bench, server, { ...plan, requests: [{ path: '/200' }, { path: '/503' }] })
  await expect(failing).rejects.toThrow('GET /503 was answered with 503.')
})
