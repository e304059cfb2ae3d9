import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { composeJourney } from '../../tools/compose/journey.mjs'
import { findBrowser } from './browser.mjs'
import { runChecks } from './check.mjs'
import { useMemoryFolder } from './memory-folder.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runInForeground } from './process.mjs'
import {
  countReport,
  countSuite,
  formatSummary,
  countPlaywright,
  countProve,
  countVitest,
} from './test-counts.mjs'
import { startTool } from './tools.mjs'

/** Runs all checks and tests, in CI and for developers, and prints one summary. */
export function test() {
  return main(async () => {
    await prepare(['build'])
    await useMemoryFolder()
    const reports = await mkdtemp(path.join(os.tmpdir(), 'stockie-reports-'))
    const counts = []
    for (const suite of [checks, vitest, prove, playwright, () => composeJourney()]) {
      counts.push(await countSuite(() => suite(reports)))
    }
    await rm(reports, { recursive: true, force: true })
    console.log(`\n${formatSummary(counts)}`)
    process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0
  })
}

async function checks() {
  const results = await runChecks()
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed, skipped: 0 }
}

async function vitest(reports) {
  const file = path.join(reports, 'vitest.json')
  // Prints the output of failed tests only.
  const reporters = [
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const code = await runInForeground(root, 'vitest/vitest.mjs', ['run', ...reporters])
  return countReport(code, file, countVitest)
}

/** Runs the short form alone, because its faults would disturb tests that run in parallel. */
async function prove(reports) {
  const file = path.join(reports, 'prove.json')
  const child = startTool('prove', ['--json', file], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'close')
  return countReport(code, file, countProve)
}

async function playwright(reports) {
  const file = path.join(reports, 'playwright.json')
  const code = await runInForeground(
    path.join(root, 'apps/web'),
    '@playwright/test/cli.js',
    ['test', '--reporter=dot,json'],
    { env: { STOCKIE_BROWSER: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  )
  return countReport(code, file, countPlaywright)
}
