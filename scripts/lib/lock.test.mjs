import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLock } from './lock.mjs'
import { root } from './process.mjs'

let folder
let file

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-lock-'))
  file = path.join(folder, 'lock')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

const endedPid = () => String(spawnSync(process.execPath, ['-e', '']).pid)
const livePid = String(process.ppid)
const longAgo = new Date(2000, 0)
const aMinuteAgo = new Date(Date.now() - 60_000)

test.each([
  ['by an ended process', endedPid(), new Date()],
  ['before the last boot, with the ID of a running process', livePid, longAgo],
  ['by an earlier process with the same ID', String(process.pid), new Date()],
  ['empty because of a full disk', '', aMinuteAgo],
])('withLock ignores a lock that was left %s', async (_case, text, changed) => {
  await writeFile(file, text)
  await utimes(file, changed, changed)
  expect(await withLock(file, async () => readFile(file, 'utf8'))).toBe(String(process.pid))
  expect(await readdir(folder)).toEqual([])
})

test('withLock waits for a running process and prints once how to resolve it', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await writeFile(file, livePid)
  const order = []
  const work = withLock(file, async () => order.push('work'), { noticeDelay: 0 })
  await vi.waitUntil(() => log.mock.calls.length > 0, { timeout: 60_000 })
  order.push('notice')
  await rm(file)
  await work
  expect(order).toEqual(['notice', 'work'])
  expect(log.mock.calls).toEqual([
    [
      `Another start (process ${livePid}) is preparing this folder; waiting for it. If no other start is running, delete ${file}.`,
    ],
  ])
})

test('many processes that wait for a stale lock work one after another @long', async () => {
  await writeFile(file, endedPid())
  const program = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from './scripts/lib/lock.mjs'
    await withLock(${JSON.stringify(file)}, async () => {
      appendFileSync(${JSON.stringify(`${file}-log`)}, 'in ')
      await new Promise((resolve) => setTimeout(resolve, 20))
      appendFileSync(${JSON.stringify(`${file}-log`)}, 'out ')
    })`
  const args = ['--input-type=module', '-e', program]
  const all = Array.from({ length: 6 }, () => spawn(process.execPath, args, { cwd: root }))
  await Promise.all(all.map((child) => once(child, 'close')))
  expect(await readFile(`${file}-log`, 'utf8')).toBe('in out '.repeat(6))
})
