import { lookup } from 'node:dns/promises'
import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject } from './testing/project-copy.mjs'
import { freePort } from '../tools/testkit/src/free-port.mjs'
import { ownAddress } from '../tools/testkit/src/own-address.mjs'
import { postmaster, startProgram, temporaryFolder } from '../tools/testkit/src/started-program.mjs'

let copy
let folder
let port
let stockie

beforeAll(async () => {
  copy = await copyProject()
  folder = await temporaryFolder()
  port = String(await freePort())
  await copy.write('.env', `PORT=${port}\nSTOCKIE_SEED=demo\n`)
  const env = { STOCKIE_HOME: folder.home, PORT: undefined, STOCKIE_SEED: 'e2e' }
  stockie = startProgram(
    [process.execPath, path.join(copy.folder, 'scripts/run.mjs'), 'dev'],
    env,
    copy.folder,
  )
  await stockie.waitForOutput(`Develop at http://localhost:${port}`)
})

afterAll(async () => {
  stockie.child.kill('SIGTERM')
  await stockie.ended
  await folder.remove()
  await copy.remove()
})

test('npm run dev prints the demo login and only the address of the web app', () => {
  expect(stockie.output()).toContain('cashier@stockie.test')
  const addresses = stockie.output().match(/http:\/\/[\w.]+:\d+/g)
  expect(new Set(addresses)).toEqual(new Set([`http://localhost:${port}`]))
})

test('npm run dev reports a taken port in one sentence before it creates a database', async () => {
  const other = await temporaryFolder()
  const second = startProgram(
    [process.execPath, path.join(copy.folder, 'scripts/run.mjs'), 'dev'],
    {
      STOCKIE_HOME: other.home,
      PORT: port,
    },
  )
  const { code, output } = await second.ended
  expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^Port \d+ is taken: .*\.$/)])
  await expect(access(other.home)).rejects.toThrow('ENOENT')
  await other.remove()
})

const get = async (call) => (await fetch(`http://localhost:${port}${call}`)).text()

/** Polls until the answer contains the text, because a reload takes a moment. */
async function waitForAnswer(call, text) {
  for (;;) {
    const answer = await get(call).catch(() => '')
    if (answer.includes(text)) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('npm run dev serves the sources of the web app and the API on one address', async () => {
  expect(await waitForAnswer('/', '/@vite/client')).toContain('/src/main.tsx')
  expect(await waitForAnswer('/readyz', '"database":"ok"')).toContain('"schema":"ok"')
})

test('npm run dev accepts a sign-in from its own page only, at both addresses of this machine @long', async () => {
  const body = JSON.stringify({ email: 'owner@stockie.test', password: 'stockie-demo' })
  const signIn = async (address, origin = address) => {
    const headers = { 'content-type': 'application/json', origin }
    const url = `${address}/api/v1/auth/login`
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  // Vite listens on one of the two addresses of localhost.
  const { address, family } = await lookup('localhost')
  const byAddress = `http://${family === 6 ? `[${address}]` : address}:${port}`
  expect(await signIn(`http://localhost:${port}`)).toBe(200)
  expect(await signIn(byAddress)).toBe(200)
  expect(await signIn(byAddress, 'http://evil.example')).toBe(403)
})

// Other machines would reach the demo.
test.skipIf(!ownAddress)('npm run dev does not listen on the address of the network', async () => {
  await expect(fetch(`http://${ownAddress}:${port}/`)).rejects.toThrow('fetch failed')
})

test('npm run dev serves changed sources of the API and the web app without a restart @long', async () => {
  const write = async (file, from, to) => {
    const copied = path.join(copy.folder, file)
    await writeFile(copied, (await readFile(copied, 'utf8')).replace(from, to))
  }
  await write('apps/api/src/http/health.ts', "'/livez'", "'/livez-renamed'")
  expect(await waitForAnswer('/livez-renamed', 'ok')).not.toContain('<html')
  await write('apps/web/index.html', '<title>Stockie', '<title>Renamed')
  expect(await waitForAnswer('/', '<title>Renamed')).toContain('/@vite/client')
})

test('Ctrl-C ends the API, the web app and the database of npm run dev', async () => {
  stockie.interrupt()
  await stockie.ended
  expect(await postmaster(folder.home)).toBeNull()
  await expect(get('/')).rejects.toThrow('fetch failed')
})
