import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  count,
  countStopped,
  lastLine,
  ofPlaywright,
  ofProve,
  ofVitest,
} from './lib/test-counts.mjs'
import { Stop } from './lib/steps.mjs'

let folder

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-counts-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

async function counted(code, report, read) {
  const file = path.join(folder, 'report.json')
  await writeFile(file, JSON.stringify(report))
  return count(code, file, read)
}

test('a test that passes now and then has failed', async () => {
  const stats = { expected: 3, unexpected: 1, flaky: 2, skipped: 1 }
  expect(await counted(1, { stats }, ofPlaywright)).toEqual({ passed: 3, failed: 3, skipped: 1 })
})

test('a suite that crashed beside its passed tests has failed', async () => {
  const report = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 }
  expect(await counted(1, report, ofVitest)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  expect(await counted(0, report, ofVitest)).toEqual({ passed: 2, failed: 0, skipped: 2 })
})

test('a fault that could not be played has failed, and one that cannot be played here is skipped', async () => {
  const faults = [{ kept: true }, { kept: false }, { kept: false, failure: 'No.' }]
  const report = [...faults, { kept: false, notHere: 'No disk to fill.' }]
  expect(await counted(1, report, ofProve)).toEqual({ passed: 1, failed: 2, skipped: 1 })
})

test('a suite that left no report, or ran nothing, has failed', async () => {
  const none = await count(0, path.join(folder, 'nothing.json'), ofVitest)
  expect(none).toEqual({ passed: 0, failed: 1, skipped: 0 })
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 4 }
  expect(await counted(0, { stats }, ofPlaywright)).toEqual({ passed: 0, failed: 1, skipped: 4 })
})

test('what stops a suite is shown, and the suite is one failure of the last line', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const stopped = await countStopped(async () => {
    throw new Stop('No browser.')
  })
  expect(error.mock.calls).toEqual([['No browser.']])
  expect(lastLine([{ passed: 5, failed: 0, skipped: 0 }, stopped])).toBe('5 passed, 1 failed')
  expect(lastLine([{ passed: 5, failed: 0, skipped: 2 }])).toBe('5 passed, 0 failed, 2 skipped')
})
