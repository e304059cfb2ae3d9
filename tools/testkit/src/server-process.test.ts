import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cleanup, createCleanup, type TestScope } from './cleanup'
import { startServer } from './server-process'

let folder: string
let cleanup: Cleanup
let scope: TestScope

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-testkit-test-'))
  cleanup = createCleanup((text) => {
    throw new Error(text)
  })
  cleanup.add(() => rm(folder, { recursive: true }))
  scope = { folder, onEnd: cleanup.add }
})
afterEach(() => cleanup.close())

async function writeProgram(text: string): Promise<{ name: string; file: string }> {
  const file = path.join(folder, 'server.mjs')
  await writeFile(file, `import { createServer, Server } from 'node:http'\n${text}`)
  return { name: 'A test', file }
}

const echoServer = `createServer((request, response) => response.end(request.url)).listen(Number(process.env.PORT), '127.0.0.1')`

test('startServer returns a child process that answers requests and reports its CPU and memory', async () => {
  const server = await startServer(scope, await writeProgram(echoServer))
  expect(await (await fetch(`${server.origin}/hello`)).text()).toBe('/hello')
  expect(process.kill(server.pid, 0)).toBe(true)
  expect(await server.cpu()).toBeGreaterThan(0)
  expect((await server.memory()).rss).toBeGreaterThan(1_000_000)
})

test('the identity check is removed from the server before it is measured', async () => {
  const showsPatch = echoServer.replace(
    'request.url',
    `String(Object.hasOwn(Server.prototype, 'emit'))`,
  )
  const server = await startServer(scope, await writeProgram(showsPatch))
  expect(await (await fetch(`${server.origin}/hello`)).text()).toBe('false')
})

test('startServer quotes the stderr of a server that exits before it answers', async () => {
  const starting = startServer(scope, await writeProgram(`throw new Error('No database.')`))
  await expect(starting).rejects.toThrow(/A test did not start.*No database/s)
})

test('startServer tries another port when the first one was taken meanwhile', async () => {
  const marker = path.join(folder, 'was-here')
  const server = await startServer(
    scope,
    await writeProgram(`import { existsSync, writeFileSync } from 'node:fs'
      if (!existsSync(${JSON.stringify(marker)})) {
        writeFileSync(${JSON.stringify(marker)}, '')
        throw new Error('listen EADDRINUSE')
      }
      ${echoServer}`),
  )
  expect(await (await fetch(`${server.origin}/hello`)).text()).toBe('/hello')
})

test('the cleanup stops the server', async () => {
  const { pid } = await startServer(scope, await writeProgram(echoServer))
  await cleanup.close()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
