import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  countReport,
  countSuite,
  formatSummary,
  countPlaywright,
  countProve,
  countVitest,
} from './test-counts.mjs'
import { CliError } from './process.mjs'

let folder

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-counts-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

async function countText(code, report, read) {
  const file = path.join(folder, 'report.json')
  await writeFile(file, JSON.stringify(report))
  return countReport(code, file, read)
}

test('countReport counts a flaky test as failed', async () => {
  const stats = { expected: 3, unexpected: 1, flaky: 2, skipped: 1 }
  expect(await countText(1, { stats }, countPlaywright)).toEqual({
    passed: 3,
    failed: 3,
    skipped: 1,
  })
})

test('countReport adds a failure for a suite that crashed after passed tests', async () => {
  const report = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 }
  expect(await countText(1, report, countVitest)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  expect(await countText(0, report, countVitest)).toEqual({ passed: 2, failed: 0, skipped: 2 })
})

test('countReport counts a failed fault as failed and an unsupported one as skipped', async () => {
  const faults = [{ passed: true }, { passed: false }, { passed: false, failure: 'No.' }]
  const report = [...faults, { passed: false, unsupported: 'No disk to fill.' }]
  expect(await countText(1, report, countProve)).toEqual({ passed: 1, failed: 2, skipped: 1 })
})

test('countReport counts a suite without a report or without tests as failed', async () => {
  const counts = await countReport(0, path.join(folder, 'nothing.json'), countVitest)
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 4 }
  expect(await countText(0, { stats }, countPlaywright)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 4,
  })
})

test('countSuite prints why a suite was stopped and counts one failure', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const stopped = await countSuite(async () => {
    throw new CliError('No browser.')
  })
  expect(error.mock.calls).toEqual([['No browser.']])
  expect(formatSummary([{ passed: 5, failed: 0, skipped: 0 }, stopped])).toBe('5 passed, 1 failed')
  expect(formatSummary([{ passed: 5, failed: 0, skipped: 2 }])).toBe(
    '5 passed, 0 failed, 2 skipped',
  )
})
