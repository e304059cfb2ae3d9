import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { hasRoom } from './lib/memory-folder.mjs'

const parent = '/dev/shm'
const isAvailable = await hasRoom(parent)
const running = []

afterEach(async () => {
  for (const child of running.splice(0)) {
    child.stdin.end()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  }
})

/** Starts a process that takes a memory folder, prints its TMPDIR, and runs until its input ends. */
async function startProcess({ env = {}, parentFolder = parent } = {}) {
  const code = `
    import { useMemoryFolder } from './scripts/lib/memory-folder.mjs'
    await useMemoryFolder(${JSON.stringify(parentFolder)})
    process.stdout.write((process.env.TMPDIR ?? 'none') + '\\n')
    process.stdin.resume()`
  const { TMPDIR: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.push(child)
  const [folder] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, folder }
}

const exists = (file) => stat(file).then(Boolean, () => false)

test.runIf(isAvailable)(
  'the memory folder accepts programs and other users until its process ends',
  async () => {
    const { child, folder } = await startProcess()
    expect(path.dirname(folder)).toBe(parent)
    expect((await stat(folder)).mode & 0o7777).toBe(0o1777)
    child.stdin.end()
    await once(child, 'close')
    expect(await exists(folder)).toBe(false)
  },
)

test.runIf(isAvailable)('a Ctrl-C removes the memory folder @long', async () => {
  const { child, folder } = await startProcess()
  expect(await exists(folder)).toBe(true)
  child.kill('SIGINT')
  await once(child, 'close')
  expect(await exists(folder)).toBe(false)
})

test.runIf(isAvailable)(
  'the next run removes the memory folder of a run that was killed, and no other @long',
  async () => {
    const alive = await startProcess()
    const killed = await startProcess()
    killed.child.kill('SIGKILL')
    await once(killed.child, 'close')
    expect(await exists(killed.folder)).toBe(true)
    await startProcess()
    expect(await exists(killed.folder)).toBe(false)
    expect(await exists(alive.folder)).toBe(true)
  },
)

test('the tests use no memory folder on a disk', async () => {
  const folder = await mkdtemp(path.join(os.homedir(), '.stockie-disk-'))
  const { folder: used } = await startProcess({ parentFolder: folder })
  await rm(folder, { recursive: true })
  expect(used).toBe('none')
})

test('the tests keep a TMPDIR that the user has set', async () => {
  const { folder } = await startProcess({ env: { TMPDIR: os.tmpdir() } })
  expect(folder).toBe(os.tmpdir())
})
