import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cleanup, createCleanup, type TestScope } from './cleanup'
import { startServer } from './server-process'

let folder: string
let closing: Cleanup
let stage: TestScope

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-stage-test-'))
  closing = createCleanup((text) => {
    throw new Error(text)
  })
  closing.add(() => rm(folder, { recursive: true }))
  stage = { folder, onEnd: closing.add }
})
afterEach(() => closing.close())

async function program(text: string): Promise<{ name: string; file: string }> {
  const file = path.join(folder, 'server.mjs')
  await writeFile(file, `import { createServer, Server } from 'node:http'\n${text}`)
  return { name: 'A test', file }
}

const greeting = `createServer((request, response) => response.end(request.url)).listen(Number(process.env.PORT), '127.0.0.1')`

test('a server proves once that it is the child, then answers as it would', async () => {
  const server = await startServer(stage, await program(greeting))
  expect(await (await fetch(`${server.origin}/hello`)).text()).toBe('/hello')
  expect(process.kill(server.pid, 0)).toBe(true)
  expect(await server.cpu()).toBeGreaterThan(0)
  expect((await server.memory()).rss).toBeGreaterThan(1_000_000)
})

test('the proof takes itself out of the way of what is measured', async () => {
  const listening = greeting.replace(
    'request.url',
    `String(Object.hasOwn(Server.prototype, 'emit'))`,
  )
  const server = await startServer(stage, await program(listening))
  expect(await (await fetch(`${server.origin}/hello`)).text()).toBe('false')
})

test('says what a server said that ended before it answered', async () => {
  const starting = startServer(stage, await program(`throw new Error('No database.')`))
  await expect(starting).rejects.toThrow(/A test did not start.*No database/s)
})

test('a port that somebody else has taken meanwhile is exchanged for another', async () => {
  const marker = path.join(folder, 'was-here')
  const server = await startServer(
    stage,
    await program(`import { existsSync, writeFileSync } from 'node:fs'
      if (!existsSync(${JSON.stringify(marker)})) {
        writeFileSync(${JSON.stringify(marker)}, '')
        throw new Error('listen EADDRINUSE')
      }
      ${greeting}`),
  )
  expect(await (await fetch(`${server.origin}/hello`)).text()).toBe('/hello')
})

test('an end stops the server', async () => {
  const { pid } = await startServer(stage, await program(greeting))
  await closing.close()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
