import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLock } from './lib/lock.mjs'
import { root } from './lib/steps.mjs'

let folder
let file

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-alone-'))
  file = path.join(folder, 'lock')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

const ended = () => String(spawnSync(process.execPath, ['-e', '']).pid)
const alive = String(process.ppid)
const longAgo = new Date(2000, 0)
const aMinuteAgo = new Date(Date.now() - 60_000)

test.each([
  ['by a process that has ended', ended(), new Date()],
  ['before the last boot, by a process whose id another has now', alive, longAgo],
  ['by a process that had our own id', String(process.pid), new Date()],
  ['empty by a full disk', '', aMinuteAgo],
])('waits for no file that was left %s', async (_how, text, changed) => {
  await writeFile(file, text)
  await utimes(file, changed, changed)
  expect(await withLock(file, async () => readFile(file, 'utf8'))).toBe(String(process.pid))
  expect(await readdir(folder)).toEqual([])
})

test('waits for a process that lives, and says once for whom and what to do', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await writeFile(file, alive)
  const order = []
  const work = withLock(file, async () => order.push('work'), { patience: 0 })
  await vi.waitUntil(() => log.mock.calls.length > 0, { timeout: 60_000 })
  order.push('told')
  await rm(file)
  await work
  expect(order).toEqual(['told', 'work'])
  expect(log.mock.calls).toEqual([
    [
      `Another start (process ${alive}) is preparing this folder; waiting for it. If there is none, delete ${file}.`,
    ],
  ])
})

test('many that wait for one dead process work one after another', async () => {
  await writeFile(file, ended())
  const program = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from './scripts/lib/lock.mjs'
    await withLock(${JSON.stringify(file)}, async () => {
      appendFileSync(${JSON.stringify(`${file}-diary`)}, 'in ')
      await new Promise((resolve) => setTimeout(resolve, 20))
      appendFileSync(${JSON.stringify(`${file}-diary`)}, 'out ')
    })`
  const args = ['--input-type=module', '-e', program]
  const all = Array.from({ length: 6 }, () => spawn(process.execPath, args, { cwd: root }))
  await Promise.all(all.map((child) => once(child, 'close')))
  expect(await readFile(`${file}-diary`, 'utf8')).toBe('in out '.repeat(6))
})
