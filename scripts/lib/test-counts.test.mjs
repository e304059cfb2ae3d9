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
import { CliError, root } from './process.mjs'

let folder

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-counts-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

const passedReport = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 }

async function countText(code, report, read) {
  const file = path.join(folder, 'report.json')
  await writeFile(file, JSON.stringify(report))
  return countReport(code, file, read)
}

test('countReport counts a flaky test as failed', async () => {
  const stats = { expected: 3, unexpected: 1, flaky: 2, skipped: 1 }
  expect(await countText(1, { stats, suites: [] }, countPlaywright)).toEqual({
    passed: 3,
    failed: 3,
    skipped: 1,
    failures: [],
  })
})

test('the failed browser tests have their file, title and first line of the message', async () => {
  const spec = (title, message) => ({
    ok: message === undefined,
    file: 'sales.spec.ts',
    line: 7,
    title,
    tests: [{ results: [{ error: message && { message } }] }],
  })
  const outer = {
    specs: [spec('opens')],
    suites: [{ specs: [spec('closes', '\u001b[31mNo.\nMore')] }],
  }
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 }
  const { failures } = await countText(1, { stats, suites: [outer] }, countPlaywright)
  expect(failures).toEqual(['sales.spec.ts:7 › closes\n  No.'])
})

test('the failed unit tests have their file, and so has a file that cannot be loaded', async () => {
  const failed = {
    status: 'failed',
    fullName: 'a sale has a total',
    failureMessages: ['Not 5\nat x'],
  }
  const passed = { status: 'passed', fullName: 'a sale has a date', failureMessages: [] }
  const file = (name, assertionResults, message = '') => ({
    name: path.join(root, name),
    status: 'failed',
    message,
    assertionResults,
  })
  const testResults = [file('a.test.ts', [passed, failed]), file('b.test.ts', [], 'No module')]
  const report = { ...passedReport, numFailedTests: 1, testResults }
  const { failures } = await countText(1, report, countVitest)
  expect(failures).toEqual(['a.test.ts › a sale has a total\n  Not 5', 'b.test.ts\n  No module'])
})

test('a test that the short form leaves out does not count as skipped', async () => {
  const skipped = { status: 'skipped', failureMessages: [] }
  const assertionResults = [
    { ...skipped, fullName: 'a sale' },
    { ...skipped, fullName: 'another sale @long' },
  ]
  const testResults = [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults }]
  const report = { ...passedReport, numPendingTests: 2, testResults }
  expect(await countText(0, report, countVitest)).toMatchObject({ passed: 2, skipped: 2 })
})

test('countReport adds a failure for a suite that crashed after passed tests', async () => {
  const report = { ...passedReport, testResults: [] }
  const counts = { passed: 2, failed: 0, skipped: 2, failures: [] }
  expect(await countText(1, report, countVitest)).toEqual({ ...counts, failed: 1 })
  expect(await countText(0, report, countVitest)).toEqual(counts)
})

test('countReport counts a failed fault as failed and an unsupported one as skipped', async () => {
  const report = [
    { name: 'api-killed', passed: true },
    { name: 'clocks', passed: false, found: { brokenPromises: ['The day is wrong.'] } },
    { name: 'backup', passed: false, failure: 'No answer.' },
    { name: 'disk-full', passed: false, unsupported: 'No disk to fill.' },
  ]
  expect(await countText(1, report, countProve)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: ['prove › clocks\n  The day is wrong.', 'prove › backup\n  No answer.'],
  })
})

test('countReport counts a suite without a report or without tests as failed', async () => {
  const counts = await countReport(0, path.join(folder, 'nothing.json'), countVitest)
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 4 }
  expect(await countText(0, { stats, suites: [] }, countPlaywright)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 4,
    failures: [],
  })
})

test('countSuite prints why a suite was stopped and counts one failure', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const stopped = await countSuite(async () => {
    throw new CliError('No browser.')
  })
  expect(error.mock.calls).toEqual([['No browser.']])
  expect(formatSummary([{ passed: 5, failed: 0, skipped: 0 }, stopped])).toBe('5 passed, 1 failed')
  const suite = { passed: 5, failed: 1, skipped: 0, failures: ['a.test.ts › adds'] }
  expect(formatSummary([suite])).toBe('✗ a.test.ts › adds\n5 passed, 1 failed')
  expect(formatSummary([{ passed: 5, failed: 0, skipped: 2 }])).toBe(
    '5 passed, 0 failed, 2 skipped',
  )
})
