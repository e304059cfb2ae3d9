import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-bench-test-'))
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true }))

function start(...args: string[]) {
  const main = path.join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, ...args], {
    env: { ...process.env, TMPDIR: folder, TSX_DISABLE_CACHE: '1' },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, ended: once(child, 'exit'), said: () => said }
}

test('refuses an option that there is not, and a row that there is not, before it begins', async () => {
  const wrong = start('--fast')
  expect(await wrong.ended).toEqual([1, null])
  expect(wrong.said()).toContain("Unknown option '--fast'.")
  const none = start('--only', 'nonsense')
  expect(await none.ended).toEqual([1, null])
  expect(none.said()).toContain('--only nonsense names no row. There are A1, A2,')
})

test('says of a file that it cannot write before it begins', async () => {
  const { child, ended, said } = start('--json', path.join(folder, 'nowhere/rows.json'))
  // A run that begins is not waited for.
  child.stderr.on('data', () => said().includes('PostgreSQL') && child.kill())
  expect(await ended).toEqual([1, null])
  expect(said()).toContain('no such file or directory')
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('leaves nothing behind when it is ended by %s', async (signal, code) => {
  const { child, ended, said } = start('--only', 'A9')
  while (!said().includes('Seeding')) await once(child.stderr, 'data')
  const [name = ''] = (await readdir(folder)).filter((found) => found.startsWith('stockie-bench-'))
  const file = path.join(folder, name, 'home/postgres/postmaster.pid')
  const postmaster = Number.parseInt(await readFile(file, 'utf8'), 10)
  child.kill(signal)
  expect(await ended).toEqual([code, null])
  expect(await readdir(folder)).toEqual([])
  await expect.poll(() => isAlive(postmaster), { timeout: 60_000 }).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
