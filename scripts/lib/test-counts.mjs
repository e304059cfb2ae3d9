import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { CliError, root } from './process.mjs'

/** The tests that the short form leaves out do not count as skipped. */
export const countVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests - countLeftOut(report),
  failures: report.testResults.filter(({ status }) => status === 'failed').flatMap(fileFailures),
})

function countLeftOut({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.filter(({ status, fullName }) => status === 'skipped' && fullName.includes('@long'))
    .length
}

/** The failed tests of a file, or the file itself if it could not be loaded. */
function fileFailures({ name, message, assertionResults }) {
  const file = path.relative(root, name)
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return [formatFailure(file, message)]
  return failed.map(({ fullName, failureMessages }) =>
    formatFailure(`${file} › ${fullName}`, failureMessages[0]),
  )
}

/** There are no retries, so a flaky test counts as failed. */
export const countPlaywright = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
  failures: suites.flatMap(suiteFailures),
})

function suiteFailures({ specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  const own = failed.map(({ file, line, title, tests }) =>
    formatFailure(`${file}:${line} › ${title}`, tests[0]?.results[0]?.error?.message),
  )
  return [...own, ...suites.flatMap(suiteFailures)]
}

/** A fault that this machine does not support counts as skipped. */
export const countProve = (faults) => {
  const failed = faults.filter(({ passed, unsupported }) => !passed && unsupported === undefined)
  return {
    passed: faults.filter(({ passed }) => passed).length,
    failed: failed.length,
    skipped: faults.filter(({ unsupported }) => unsupported !== undefined).length,
    failures: failed.map(({ name, failure, found }) =>
      formatFailure(`prove › ${name}`, failure ?? found.brokenPromises[0]),
    ),
  }
}

const longestMessage = 300

/** The name and the first line of the message. */
function formatFailure(name, message = '') {
  const [line] = stripVTControlCharacters(message).trim().split('\n')
  return line ? `${name}\n  ${line.slice(0, longestMessage)}` : name
}

/** Counts a failure if the suite crashed or ran no test, even without a failed test. */
export async function countReport(code, file, read) {
  const report = await readFile(file, 'utf8').catch(() => null)
  const counts = report ? read(JSON.parse(report)) : { passed: 0, failed: 0, skipped: 0 }
  const ran = counts.passed + counts.failed > 0
  return (code !== 0 || !ran) && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Runs a suite. If it is stopped, prints why and counts one failure, so that the other suites still run. */
export async function countSuite(suite) {
  try {
    return await suite()
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    console.error(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** The failed tests by name, because their reports are far above, and the plain count as the last line. */
export function formatSummary(counts) {
  const total = (key) => counts.reduce((sum, suite) => sum + suite[key], 0)
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
  const failures = counts
    .flatMap((suite) => suite.failures ?? [])
    .map((failure) => `✗ ${failure}\n`)
  return `${failures.join('')}${total('passed')} passed, ${total('failed')} failed${skipped}`
}
