import { readFile } from 'node:fs/promises'
import { CliError } from './process.mjs'

export const countVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** There are no retries, so a flaky test counts as failed. */
export const countPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

/** A fault that this machine does not support counts as skipped. */
export const countProve = (faults) => ({
  passed: faults.filter(({ passed }) => passed).length,
  failed: faults.filter(({ passed, unsupported }) => !passed && unsupported === undefined).length,
  skipped: faults.filter(({ unsupported }) => unsupported !== undefined).length,
})

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

export function formatSummary(counts) {
  const total = (key) => counts.reduce((sum, suite) => sum + suite[key], 0)
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
  return `${total('passed')} passed, ${total('failed')} failed${skipped}`
}
