import { readFile } from 'node:fs/promises'
import { Stop } from './steps.mjs'

export const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** Nothing is tried twice: a test that passed only now and then has failed. */
export const ofPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

/** A fault that this machine cannot play is no pass. */
export const ofProve = (faults) => ({
  passed: faults.filter(({ kept }) => kept).length,
  failed: faults.filter(({ kept, notHere }) => !kept && notHere === undefined).length,
  skipped: faults.filter(({ notHere }) => notHere !== undefined).length,
})

/** A suite that ended badly without a failed test (it crashed, or never began) has failed all the same. */
export async function count(code, file, read) {
  const report = await readFile(file, 'utf8').catch(() => null)
  const counts = report ? read(JSON.parse(report)) : { passed: 0, failed: 0, skipped: 0 }
  const ran = counts.passed + counts.failed > 0
  return (code !== 0 || !ran) && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** What stops one suite is told and counted; the others run, and the last line is printed. */
export async function countStopped(suite) {
  try {
    return await suite()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

export function lastLine(counts) {
  const total = (key) => counts.reduce((sum, suite) => sum + suite[key], 0)
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
  return `${total('passed')} passed, ${total('failed')} failed${skipped}`
}
