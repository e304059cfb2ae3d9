import { defineConfig, devices } from '@playwright/test'

import { browserArgs, findBrowser } from '../../scripts/lib/browser.mjs'
import { noonTimeZone } from './e2e/support/noon-time-zone'

// The browser that `npm test` uses. The variable saves the workers the search.
process.env.STOCKIE_BROWSER ||= await findBrowser()
const executablePath = process.env.STOCKIE_BROWSER
// One time zone for tests, servers and browsers. A worker that starts an hour later reads it here.
process.env.STOCKIE_TEST_ZONE ||= noonTimeZone(new Date())
const timezoneId = (process.env.TZ = process.env.STOCKIE_TEST_ZONE)

const isShortForm = process.env.STOCKIE_SHORT === '1'

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two workers leave a fifth of two processors idle.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A flaky test is a failed test.
  retries: 0,
  reporter: 'list',
  timeout: 120_000,
  // Generous for a busy machine; a quicker one never waits that long.
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId,
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a twentieth of the run time, and snapshots of every step a tenth; `--trace on` has them.
    trace: isShortForm
      ? 'off'
      : { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // A page lives for seconds here: optimizing its code costs a tenth of the processor time of a run.
    launchOptions: { executablePath, args: [...browserArgs, '--js-flags=--no-opt --no-maglev'] },
  },
})
