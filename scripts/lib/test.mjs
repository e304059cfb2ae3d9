import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { composeJourney } from '../../tools/compose/journey.mjs'
import { findBrowser } from './browser.mjs'
import { runChecks } from './check.mjs'
import { useMemoryFolder } from './memory-folder.mjs'
import { prepare } from './prepare.mjs'
import { CliError, main, root, runInForeground } from './process.mjs'
import {
  countReport,
  countSuite,
  formatSummary,
  countPlaywright,
  countProve,
  countVitest,
} from './test-counts.mjs'
import { startTool } from './tools.mjs'

/**
 * Runs the checks and tests, in CI and for developers, and prints one summary. The short form leaves out the tests with
 * @long in their titles. The long form runs them too, plays 75 times as many sequences of the model, some of them through
 * PgBouncer, and all rounds of each fault.
 */
export function test(args) {
  return main(async () => {
    const unknown = args.find((arg) => arg !== '--long')
    if (unknown !== undefined) {
      throw new CliError(`npm test does not know ${unknown}: its only option is --long.`)
    }
    const isLong = args.length > 0
    await prepare(['build'])
    await useMemoryFolder()
    const reports = await mkdtemp(path.join(os.tmpdir(), 'stockie-reports-'))
    const counts = []
    const suites = [checks, vitest, prove, playwright, () => composeJourney()]
    // After the proof, which installs PgBouncer if it can.
    if (isLong) suites.push(pooledModel)
    for (const suite of suites) {
      counts.push(await countSuite(() => suite({ reports, isLong })))
    }
    await rm(reports, { recursive: true, force: true })
    if (!isLong) {
      console.log('\nTests with @long in their titles did not run: npm test -- --long runs them.')
    }
    console.log(`\n${formatSummary(counts)}`)
    process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0
  })
}

async function checks() {
  const results = await runChecks()
  const failures = results.filter(({ passed }) => !passed).map(({ name }) => name)
  const failed = failures.length
  return { passed: results.length - failed, failed, skipped: 0, failures }
}

const vitest = ({ reports, isLong }) =>
  runVitest(
    path.join(reports, 'vitest.json'),
    isLong ? [] : ['--testNamePattern=^(?!.*@long)'],
    isLong ? { STOCKIE_MODEL_RUNS: '3000' } : {},
  )

const pgBouncer = '/usr/sbin/pgbouncer'

async function pooledModel({ reports }) {
  if (!existsSync(pgBouncer)) {
    console.log(`The model did NOT run through PgBouncer: there is no ${pgBouncer}.`)
    return { passed: 0, failed: 0, skipped: 0 }
  }
  const file = path.join(reports, 'pooled-model.json')
  return runVitest(file, ['--project=api', 'test/model'], {
    STOCKIE_MODEL_POOLER: pgBouncer,
    STOCKIE_MODEL_RUNS: '120',
  })
}

async function runVitest(file, args, env) {
  // Prints the output of failed tests only.
  const reporters = [
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const code = await runInForeground(root, 'vitest/vitest.mjs', ['run', ...args, ...reporters], {
    env,
  })
  return countReport(code, file, countVitest)
}

/** Runs alone, because its faults would disturb tests that run in parallel. */
async function prove({ reports, isLong }) {
  const file = path.join(reports, 'prove.json')
  const args = isLong ? ['--long', '--json', file] : ['--json', file]
  const child = startTool('prove', args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'close')
  return countReport(code, file, countProve)
}

async function playwright({ reports, isLong }) {
  const file = path.join(reports, 'playwright.json')
  const code = await runInForeground(
    path.join(root, 'apps/web'),
    '@playwright/test/cli.js',
    ['test', '--reporter=dot,json', ...(isLong ? [] : ['--grep-invert=@long'])],
    {
      env: {
        STOCKIE_BROWSER: await findBrowser(),
        STOCKIE_SHORT: isLong ? '0' : '1',
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      },
    },
  )
  return countReport(code, file, countPlaywright)
}
