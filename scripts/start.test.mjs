import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../tools/testkit/src/free-port.mjs'
import {
  post,
  postmaster,
  startProgram,
  temporaryFolder,
} from '../tools/testkit/src/started-program.mjs'

const startScript = [process.execPath, 'scripts/run.mjs', 'start']
let folder
let env
const running = []

beforeEach(async () => {
  folder = await temporaryFolder()
  env = { STOCKIE_HOME: folder.home, PORT: String(await freePort()), STOCKIE_SEED: 'e2e' }
})

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
  await folder.remove()
})

function start(more = {}, command = startScript) {
  const stockie = startProgram(command, { ...env, ...more })
  running.push(stockie)
  return stockie
}

async function startAndWait(more, command) {
  const stockie = start(more, command)
  await stockie.waitForOutput(`http://localhost:${more?.PORT ?? env.PORT}`)
  return stockie
}

const cashier = { email: 'cashier@stockie.test', password: 'stockie-demo' }

// @holds decision 1.1, 3.1
test('the first start serves the web app and the API on one address and prints it with the demo logins', async () => {
  const stockie = await startAndWait()
  await stockie.waitForOutput('cashier@stockie.test')
  expect(stockie.output()).toContain('owner@stockie.test')
  expect(stockie.output()).toContain('stockie-demo')
  const page = await fetch(`http://127.0.0.1:${env.PORT}/dashboard`, {
    headers: { accept: 'text/html' },
  })
  expect(await page.text()).toContain('<title>Stockie')
  const login = await post(env.PORT, '/auth/login', cashier)
  expect(login.status).toBe(200)
  expect((await post(env.PORT, '/auth/verify', {}, login.body.token)).body.user.role).toBe(3)
})

// @holds decision 1.3
test('a later start installs and builds nothing', async () => {
  const stockie = await startAndWait()
  expect(stockie.output()).not.toMatch(/Installing|Building/)
})

// @holds decision 1.2
test('Ctrl-C ends Stockie and its database', async () => {
  const stockie = await startAndWait({}, ['npm', 'start'])
  expect(await postmaster(folder.home)).not.toBeNull()
  stockie.interrupt()
  await stockie.ended
  expect(await postmaster(folder.home)).toBeNull()
  await expect(fetch(`http://127.0.0.1:${env.PORT}/livez`)).rejects.toThrow('fetch failed')
})

test('the next start has all data after a kill -9', async () => {
  const first = await startAndWait()
  const { body } = await post(env.PORT, '/auth/login', cashier)
  const change = { currentPassword: cashier.password, newPassword: 'a new and longer one' }
  expect((await post(env.PORT, '/auth/password', change, body.token)).status).toBe(200)
  first.child.kill('SIGKILL')
  await first.ended
  await startAndWait()
  const again = await post(env.PORT, '/auth/login', { ...cashier, password: change.newPassword })
  expect(again.status).toBe(200)
})

test('npm start reports a taken port in one sentence before it creates files', async () => {
  const other = net.createServer().listen(Number(env.PORT), '127.0.0.1')
  await once(other, 'listening')
  const { code, output } = await start().ended
  other.close()
  expect(code).toBe(1)
  expect(output.trim().split('\n').at(-1)).toMatch(
    new RegExp(`^Port ${env.PORT} is taken: .*PORT=`),
  )
  expect(await stat(folder.home).catch(() => null)).toBeNull()
})

test('npm start reports a running Stockie in the same folder in one sentence @long', async () => {
  await startAndWait()
  for (const PORT of [env.PORT, String(await freePort())]) {
    const { code, output } = await start({ PORT }).ended
    expect(code).toBe(1)
    expect(output).toMatch(/^Stockie already runs from .*$/m)
  }
})

test('npm start reports an impossible STOCKIE_HOME in one sentence', async () => {
  const { code, output } = await start({ STOCKIE_HOME: '/dev/null/shop' }).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^\/dev\/null\/shop .*: set STOCKIE_HOME .*\n$/)
})

test('npm start reports a STOCKIE_HOME without write permission in one sentence @long', async () => {
  const locked = `${folder.home}-locked`
  await mkdir(locked)
  await chmod(locked, 0o555)
  // Root may write everywhere, so drop only that capability; it can still read this clone.
  const dropWriteAccess =
    process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : []
  const home = { STOCKIE_HOME: path.join(locked, 'shop') }
  const { code, output } = await start(home, [...dropWriteAccess, ...startScript]).ended
  expect(code).toBe(1)
  expect(output).toMatch(
    /^\S+-locked\/shop may not be written by your user: set STOCKIE_HOME .*\n$/,
  )
})

// @holds decision 2.1
test('npm start reports an invalid variable in one sentence with its name', async () => {
  const { code, output } = await start({ PORT: 'many' }).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^PORT .*\n$/)
})

test('npm start reports an old Node in one sentence', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } }); import('./scripts/run.mjs')`
  const { code, output } = await start({}, [process.execPath, '-e', old]).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^Stockie runs on Node 20\.19, .* this is Node 18\.20\.4: .*\n$/)
})

// @holds decision 2.2
test('npm start with DATABASE_URL starts no embedded server and requires JWT_SECRET @long', async () => {
  await startAndWait()
  const secrets = JSON.parse(await readFile(path.join(folder.home, 'secrets.json'), 'utf8'))
  const { port } = (await postmaster(folder.home)) ?? {}
  const second = {
    STOCKIE_HOME: `${folder.home}-second`,
    DATABASE_URL: `postgresql://stockie:${secrets.databasePassword}@127.0.0.1:${port}/stockie`,
    PORT: String(await freePort()),
  }
  const refused = await start(second).ended
  expect(refused.code).toBe(1)
  expect(refused.output).toMatch(/^JWT_SECRET .*\n$/)
  const stockie = start({ ...second, JWT_SECRET: randomBytes(32).toString('hex') })
  await stockie.waitForOutput(`http://localhost:${second.PORT}`)
  expect((await post(second.PORT, '/auth/login', cashier)).status).toBe(200)
  await expect(stat(second.STOCKIE_HOME)).rejects.toThrow('ENOENT')
})

test('one of two simultaneous first starts serves and the other ends @long', async () => {
  const both = [start(), start({ PORT: String(await freePort()) })]
  const outcomes = both.map((stockie) =>
    Promise.race([
      stockie.ended.then(({ code }) => code),
      stockie.waitForOutput('stockie.test').then(() => 'serves'),
    ]),
  )
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set([1, 'serves']))
})
