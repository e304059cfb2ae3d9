import fs, { existsSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '#src/env'
import { openLog } from './log'

test.runIf(existsSync('/dev/full'))(
  'openLog survives a full disk and logs again once there is space',
  async () => {
    const { home, file } = await makeHome()
    await symlink('/dev/full', file)
    const log = openLog(readEnv({ STOCKIE_HOME: home }))
    for (let line = 0; line < 100; line += 1) log.info({ line }, 'x'.repeat(50_000))
    await unlink(file)
    openLog(readEnv({ STOCKIE_HOME: home })).info('there is space')
    expect(await readFile(file, 'utf8')).toContain('there is space')
  },
)

async function makeHome() {
  const home = await mkdtemp(path.join(os.tmpdir(), 'stockie-log-'))
  onTestFinished(() => rm(home, { recursive: true }))
  return { home, file: path.join(home, 'stockie.log') }
}

const tenMegabytes = 10 * 1024 * 1024

// @holds asvs 2.4.1
test('the log rotates above 100 MB', async () => {
  const { home, file } = await makeHome()
  await writeFile(file, '')
  await truncate(file, 100 * 1024 * 1024 - 50)
  const log = openLog(readEnv({ STOCKIE_HOME: home }))
  log.info('above the limit')
  log.info('in the next file')
  expect(await readFile(file, 'utf8')).toMatch(/^.*in the next file.*\n$/)
  expect(await readdir(home)).toEqual(['stockie.log', 'stockie.old.log'])
})

test('the log rotates at the start and during writes, and keeps one older file', async () => {
  const { home, file } = await makeHome()
  await writeFile(file, 'x'.repeat(tenMegabytes + 1))
  const log = openLog(readEnv({ STOCKIE_HOME: home }), tenMegabytes)
  log.info('the start')
  expect(await readFile(file, 'utf8')).toMatch(/^.*the start.*\n$/)
  for (let line = 0; line < 270; line += 1) log.info({ line }, 'x'.repeat(100_000))
  log.info('the end')
  expect(await readdir(home)).toEqual(['stockie.log', 'stockie.old.log'])
  const older = await readFile(path.join(home, 'stockie.old.log'), 'utf8')
  const newer = await readFile(file, 'utf8')
  for (const { length } of [older, newer]) expect(length).toBeLessThan(tenMegabytes + 101_000)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  // No line is missing between the oldest remaining one and the newest.
  const lines = (older + newer).trim().split('\n')
  const numbers = lines.map((line) => JSON.parse(line)).map(({ line, msg }) => line ?? msg)
  const first = Number(numbers[0])
  const expected = Array.from({ length: 270 - first }, (_, index) => first + index)
  expect(numbers).toEqual([...expected, 'the end'])
})

test('the log continues in the same file while rotation fails, and rotates later', async () => {
  const { home, file } = await makeHome()
  const log = openLog(readEnv({ STOCKIE_HOME: home }), tenMegabytes)
  await mkdir(path.join(home, 'stockie.old.log'))
  for (let line = 0; line < 110; line += 1) log.info('x'.repeat(100_000))
  expect((await stat(file)).size).toBeGreaterThan(tenMegabytes + 100_000)
  await rm(path.join(home, 'stockie.old.log'), { recursive: true })
  for (let line = 0; line < 12; line += 1) log.info('x'.repeat(100_000))
  expect((await stat(file)).size).toBeLessThan(tenMegabytes)
})

function catchOutput(): string[] {
  const texts: string[] = []
  const write = vi.spyOn(fs, 'writeSync').mockImplementation((_file, text) => {
    texts.push(text)
    return text.length
  })
  onTestFinished(() => write.mockRestore())
  return texts
}

test('a turn of the event loop may log more than standard output takes in one write', () => {
  const texts = catchOutput()
  const log = openLog(readEnv({ DATABASE_URL: 'postgres://localhost/shop' }))
  for (let line = 0; line < 400; line += 1) log.error('x'.repeat(3_000))
  log.fatal('the end')
  expect(texts.join('').match(/\n/g)).toHaveLength(401)
})

test('standard output gets the lines of one turn of the event loop in one write, and none waits at the end', async () => {
  const texts = catchOutput()
  const log = openLog(readEnv({ DATABASE_URL: 'postgres://localhost/shop' }))
  log.info('first')
  log.info('second')
  expect(texts).toEqual([])
  await setImmediate()
  log.info('third')
  log.fatal('fatal')
  log.info('last')
  process.listeners('exit').at(-1)?.(0)
  const messages = texts.map((text) => text.match(/(?<="msg":")\w+/g))
  expect(messages).toEqual([['first', 'second'], ['third', 'fatal'], ['last']])
})
