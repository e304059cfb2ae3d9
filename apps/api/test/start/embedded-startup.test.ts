import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProgram, freePort } from '#test/support/built-program'

const program = openProgram()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-signal-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function serve(home: string) {
  const port = await freePort()
  const env = { STOCKIE_HOME: home, PORT: String(port), STOCKIE_SEED: 'e2e' }
  return { ...program.start('main', { env }), port }
}

/** Reads the pid file, which the embedded server has only while it runs. */
function readPidFile(home: string): Promise<string | null> {
  return readFile(path.join(home, 'postgres/postmaster.pid'), 'utf8').catch(() => null)
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(5)
}

test('a SIGTERM while the embedded database starts leaves no database server running @long', async () => {
  const home = path.join(folder, 'early')
  const server = await serve(home)
  await waitUntil(async () => (await readPidFile(home)) !== null)
  server.child.kill('SIGTERM')
  await server.ended
  expect(await readPidFile(home)).toBeNull()
})

test('a second Ctrl-C during a graceful shutdown exits at once and leaves no database server running @long', async () => {
  const home = path.join(folder, 'twice')
  const server = await serve(home)
  await server.waitForOutput('Stockie is at')
  // A request that never ends keeps the graceful shutdown waiting.
  const socket = net.connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\n')
  socket.write('Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  await once(socket, 'connect')
  server.child.kill('SIGINT')
  const log = path.join(home, 'stockie.log')
  await waitUntil(async () => (await readFile(log, 'utf8')).includes('Stockie stops.'))
  // A signal sooner after the first counts as npm's echo of it.
  await setTimeout(700)
  server.child.kill('SIGINT')
  expect((await server.ended).code).toBe(1)
  expect(await readPidFile(home)).toBeNull()
})
