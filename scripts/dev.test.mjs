import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject } from './test/project-copy.mjs'
import { freePort } from '../tools/testkit/src/free-port.mjs'
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
  await stockie.says(`Develop at http://localhost:${port}`)
})

afterAll(async () => {
  stockie.child.kill('SIGTERM')
  await stockie.ended
  await folder.remove()
  await copy.remove()
})

test('tells how to sign in, and one address alone: the one to develop at', () => {
  expect(stockie.output()).toContain('cashier@stockie.test')
  const addresses = stockie.output().match(/http:\/\/[\w.]+:\d+/g)
  expect(new Set(addresses)).toEqual(new Set([`http://localhost:${port}`]))
})

test('a taken port is one sentence, before anything is made', async () => {
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

/** Asks again until the answer is there: a reload takes its time. */
async function eventually(call, text) {
  for (;;) {
    const answer = await get(call).catch(() => '')
    if (answer.includes(text)) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('serves the sources of the web app, and the API behind the same address', async () => {
  expect(await eventually('/', '/@vite/client')).toContain('/src/main.tsx')
  expect(await eventually('/readyz', '"database":"ok"')).toContain('"schema":"ok"')
})

test('a changed source of the API or the web app is served without a restart by hand', async () => {
  const write = async (file, from, to) => {
    const place = path.join(copy.folder, file)
    await writeFile(place, (await readFile(place, 'utf8')).replace(from, to))
  }
  await write('apps/api/src/http/health.ts', "'/livez'", "'/livez-renamed'")
  expect(await eventually('/livez-renamed', 'ok')).not.toContain('<html')
  await write('apps/web/index.html', '<title>Stockie', '<title>Renamed')
  expect(await eventually('/', '<title>Renamed')).toContain('/@vite/client')
})

test('Ctrl-C ends both and the database', async () => {
  stockie.interrupt()
  await stockie.ended
  expect(await postmaster(folder.home)).toBeNull()
  await expect(get('/')).rejects.toThrow('fetch failed')
})
