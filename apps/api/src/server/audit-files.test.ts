import { existsSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#src/env'
import { openAuditLog } from './audit-files'
import { createLog } from './log'

const tenMegabytes = 10 * 1024 * 1024
const hasModes = process.platform !== 'win32'

async function makeFolder() {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'stockie-audit-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  const folder = path.join(parent, 'audit')
  const warnings: string[] = []
  const log = createLog('warn', { write: (line) => void warnings.push(line) })
  return {
    folder,
    warnings,
    file: (number: number) => path.join(folder, `audit-${String(number).padStart(6, '0')}.log`),
    openAudit: () => openAuditLog(readEnv({ AUDIT_FOLDER: folder }), log),
  }
}

/** Creates a file of a size that takes no space on the disk. */
async function createSparseFile(file: string, size = tenMegabytes) {
  const handle = await open(file, 'w')
  await handle.truncate(size)
  await handle.close()
}

const messages = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)

// @holds asvs 16.4.2
test('the audit log is a file that only its owner can read, in a folder of the same kind', async () => {
  const { folder, file, openAudit } = await makeFolder()
  openAudit().info({ event: 'write', account: 3 })
  const line = JSON.parse(await readFile(file(1), 'utf8'))
  expect(line).toMatchObject({ event: 'write', account: 3, time: expect.stringMatching(/Z$/) })
  if (!hasModes) return
  expect((await stat(file(1))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('the audit log keeps its last ten files of 10 MB, and leaves other files alone', async () => {
  const { folder, file, openAudit } = await makeFolder()
  await mkdir(folder)
  for (let number = 3; number <= 12; number += 1) await createSparseFile(file(number))
  const other = ['audit.log', 'audit-1.log', 'notes.txt']
  for (const name of other) await writeFile(path.join(folder, name), 'mine')
  // A start deletes nothing. The next file is full after the first two lines.
  const audit = openAudit()
  await createSparseFile(file(13), tenMegabytes - 1)
  for (const msg of ['thirteen', 'fourteen']) audit.info(msg)
  const kept = Array.from({ length: 10 }, (_, index) => path.basename(file(5 + index)))
  expect(await readdir(folder)).toEqual([...kept, ...other].toSorted())
  expect(await messages(file(14))).toEqual(['fourteen'])
})

test('the audit log continues in the newest file after a restart', async () => {
  const { folder, file, openAudit } = await makeFolder()
  openAudit().info('before')
  openAudit().info('after')
  expect(await messages(file(1))).toEqual(['before', 'after'])
  expect(await readdir(folder)).toHaveLength(1)
})

test('two writers share the folder of the audit log without losing a line', async () => {
  const { folder, openAudit } = await makeFolder()
  const processes = [openAudit(), openAudit()]
  const text = 'x'.repeat(50_000)
  const expected: string[] = []
  for (let turn = 0; turn < 500; turn += 1) {
    const msg = `${turn} ${text}`
    // One of them writes long series, in which the other one notices nothing.
    processes[turn % 100 < 70 ? 0 : 1]?.info(msg)
    expected.push(msg)
  }
  const names = (await readdir(folder)).toSorted()
  const lines = await Promise.all(names.map((name) => messages(path.join(folder, name))))
  expect(lines.flat().length).toBe(500)
  expect(lines.flat()).toEqual(expected)
  for (const name of names) {
    expect((await stat(path.join(folder, name))).size).toBeLessThan(tenMegabytes + 60_000)
  }
})

test('the audit log begins a new file after the owner deleted the current one', async () => {
  const { file, openAudit } = await makeFolder()
  const audit = openAudit()
  audit.info('before')
  await rm(file(1))
  audit.info('after')
  expect(await messages(file(1))).toEqual(['after'])
})

test.runIf(existsSync('/dev/full'))(
  'the audit log survives a full disk, and the log warns once',
  async () => {
    const { folder, file, openAudit, warnings } = await makeFolder()
    await mkdir(folder)
    await symlink('/dev/full', file(1))
    const audit = openAudit()
    for (let line = 0; line < 100; line += 1) audit.info('x'.repeat(50_000))
    expect(warnings).toEqual([expect.stringContaining('The audit log cannot be written.')])
    expect(warnings[0]).toContain('ENOSPC')
    await rm(file(1))
    audit.info('there is space')
    expect(await messages(file(1))).toContain('there is space')
  },
)

test('the audit log grows in its file while the next one cannot be opened', async () => {
  const { folder, file, openAudit, warnings } = await makeFolder()
  const audit = openAudit()
  await createSparseFile(file(1))
  await mkdir(file(2))
  // A folder is no full file, so its number is tried.
  audit.info('one more')
  expect((await readFile(file(1), 'utf8')).slice(tenMegabytes)).toContain('one more')
  expect(warnings).toHaveLength(1)
  await rm(file(2), { recursive: true })
  audit.info('two more')
  expect(await messages(file(2))).toEqual(['two more'])
  expect(await readdir(folder)).toHaveLength(2)
})

test('openAuditLog says in a sentence that the folder cannot be written', async () => {
  const { folder, openAudit } = await makeFolder()
  await writeFile(folder, 'a file')
  expect(openAudit).toThrow(
    /audit, the folder of the audit log, cannot be written \(EEXIST\): let /,
  )
})

test('without a folder the audit log goes to the log, at any LOG_LEVEL', () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  const env = readEnv({ DATABASE_URL: 'postgresql://stockie@database:5432/stockie' })
  openAuditLog(env, log).info({ event: 'write' })
  log.info('a request')
  expect(lines).toEqual([expect.stringContaining('"event":"write"')])
})
