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
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return { child, ended: once(child, 'exit'), stderr: () => stderr }
}

test('the bench rejects an unknown option and an unknown row before it starts @long', async () => {
  const unknownOption = start('--fast')
  expect(await unknownOption.ended).toEqual([1, null])
  expect(unknownOption.stderr()).toContain("Unknown option '--fast'.")
  const unknownRow = start('--only', 'nonsense')
  expect(await unknownRow.ended).toEqual([1, null])
  expect(unknownRow.stderr()).toContain('--only nonsense names no row. There are A1, A2,')
})

test('the bench reports an unwritable --json file before it starts @long', async () => {
  const { child, ended, stderr } = start('--json', path.join(folder, 'nowhere/rows.json'))
  // If the run starts after all, end it.
  child.stderr.on('data', () => stderr().includes('PostgreSQL') && child.kill())
  expect(await ended).toEqual([1, null])
  expect(stderr()).toContain('no such file or directory')
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'the bench leaves no files or processes behind after %s @long',
  async (signal, code) => {
    const { child, ended, stderr } = start('--only', 'A9')
    while (!stderr().includes('Seeding')) await once(child.stderr, 'data')
    const [name = ''] = (await readdir(folder)).filter((entry) =>
      entry.startsWith('stockie-bench-'),
    )
    const file = path.join(folder, name, 'home/postgres/postmaster.pid')
    const postmaster = Number.parseInt(await readFile(file, 'utf8'), 10)
    child.kill(signal)
    expect(await ended).toEqual([code, null])
    expect(await readdir(folder)).toEqual([])
    await expect.poll(() => isAlive(postmaster), { timeout: 60_000 }).toBe(false)
  },
)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
