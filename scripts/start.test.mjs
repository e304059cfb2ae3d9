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

async function started(more, command) {
  const stockie = start(more, command)
  await stockie.says(`http://localhost:${more?.PORT ?? env.PORT}`)
  return stockie
}

const cashier = { email: 'cashier@stockie.test', password: 'stockie-demo' }

// @holds decision 1.1, 3.1
test('a first start serves web app and API on one address and prints it with the demo logins', async () => {
  const stockie = await started()
  await stockie.says('cashier@stockie.test')
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
  const stockie = await started()
  expect(stockie.output()).not.toMatch(/Installing|Building/)
})

// @holds decision 1.2
test('Ctrl-C ends everything, the database included', async () => {
  const stockie = await started({}, ['npm', 'start'])
  expect(await postmaster(folder.home)).not.toBeNull()
  stockie.interrupt()
  await stockie.ended
  expect(await postmaster(folder.home)).toBeNull()
  await expect(fetch(`http://127.0.0.1:${env.PORT}/livez`)).rejects.toThrow('fetch failed')
})

test('after a kill -9 the next start has all the data', async () => {
  const first = await started()
  const { body } = await post(env.PORT, '/auth/login', cashier)
  const change = { currentPassword: cashier.password, newPassword: 'a new and longer one' }
  expect((await post(env.PORT, '/auth/password', change, body.token)).status).toBe(200)
  first.child.kill('SIGKILL')
  await first.ended
  await started()
  const again = await post(env.PORT, '/auth/login', { ...cashier, password: change.newPassword })
  expect(again.status).toBe(200)
})

test('a taken port is one sentence, before anything is made', async () => {
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

test('a second start in the same folder is one sentence', async () => {
  await started()
  for (const PORT of [env.PORT, String(await freePort())]) {
    const { code, output } = await start({ PORT }).ended
    expect(code).toBe(1)
    expect(output).toMatch(/^Stockie already runs from .*$/m)
  }
})

test('a home that cannot be written is one sentence', async () => {
  const { code, output } = await start({ STOCKIE_HOME: '/dev/null/shop' }).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^\/dev\/null\/shop .*: set STOCKIE_HOME .*\n$/)
})

test('a home that the user may not make is one sentence', async () => {
  const locked = `${folder.home}-locked`
  await mkdir(locked)
  await chmod(locked, 0o555)
  // Root may write everywhere, until it gives up that one right: it goes on reading this clone.
  const humbly = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : []
  const home = { STOCKIE_HOME: path.join(locked, 'shop') }
  const { code, output } = await start(home, [...humbly, ...startScript]).ended
  expect(code).toBe(1)
  expect(output).toMatch(
    /^\S+-locked\/shop may not be written by your user: set STOCKIE_HOME .*\n$/,
  )
})

// @holds decision 2.1
test('a bad variable is one sentence that names it', async () => {
  const { code, output } = await start({ PORT: 'many' }).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^PORT .*\n$/)
})

test('an old Node is one sentence', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } }); import('./scripts/run.mjs')`
  const { code, output } = await start({}, [process.execPath, '-e', old]).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^Stockie runs on Node 20\.19, .* this is Node 18\.20\.4: .*\n$/)
})

// @holds decision 2.2
test('with DATABASE_URL the embedded server never starts, and JWT_SECRET is asked for', async () => {
  await started()
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
  await stockie.says(`http://localhost:${second.PORT}`)
  expect((await post(second.PORT, '/auth/login', cashier)).status).toBe(200)
  await expect(stat(second.STOCKIE_HOME)).rejects.toThrow('ENOENT')
})

test('two first starts at once end as one Stockie', async () => {
  const both = [start(), start({ PORT: String(await freePort()) })]
  const ends = both.map((stockie) =>
    Promise.race([
      stockie.ended.then(({ code }) => code),
      stockie.says('stockie.test').then(() => 'serves'),
    ]),
  )
  expect(new Set(await Promise.all(ends))).toEqual(new Set([1, 'serves']))
})
