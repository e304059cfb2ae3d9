import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runChecks } from './check.mjs'
import { findBrowser } from './find-browser.mjs'
import { prepare } from './prepare.mjs'
import { root } from './root.mjs'
import { main } from './steps.mjs'

/** Everything that proves the product: what CI runs and what a developer runs, to one count. */
export function test() {
  return main(async () => {
    await prepare(['build'])
    const reports = await mkdtemp(path.join(os.tmpdir(), 'stockie-reports-'))
    const counts = [await checks(), await vitest(reports), await playwright(reports)]
    await rm(reports, { recursive: true, force: true })
    const total = (key) => counts.reduce((sum, suite) => sum + suite[key], 0)
    const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
    console.log(`\n${total('passed')} passed, ${total('failed')} failed${skipped}`)
    process.exitCode = total('failed') > 0 ? 1 : 0
  })
}

async function checks() {
  const results = await runChecks()
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed, skipped: 0 }
}

async function vitest(reports) {
  const file = path.join(reports, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const code = await watch(root, 'vitest/vitest.mjs', ['run', ...reporters])
  return count(code, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }))
}

async function playwright(reports) {
  const file = path.join(reports, 'playwright.json')
  const code = await watch(
    path.join(root, 'apps/web'),
    '@playwright/test/cli.js',
    ['test', '--reporter=dot,json'],
    { STOCKIE_BROWSER: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  )
  return count(code, file, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
}

/** A suite that ended badly without a failed test (it crashed, or never began) has failed all the same. */
async function count(code, file, read) {
  const report = await readFile(file, 'utf8').catch(() => null)
  const counts = report ? read(JSON.parse(report)) : { passed: 0, failed: 0, skipped: 0 }
  const ran = counts.passed + counts.failed > 0
  return (code !== 0 || !ran) && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function watch(cwd, program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(cwd, 'node_modules', program), ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject).once('close', resolve)
  })
}
