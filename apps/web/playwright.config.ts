import { defineConfig, devices } from '@playwright/test'

import { findBrowser } from '../../scripts/lib/browser.mjs'
import { noonTimeZone } from './e2e/support/noon-time-zone'

// The one that `npm test` uses. Named for the workers, which then need not search.
process.env.STOCKIE_BROWSER ||= await findBrowser()
const executablePath = process.env.STOCKIE_BROWSER
// One for the tests, their shops and their browsers, and for a worker that begins an hour later.
process.env.STOCKIE_TEST_ZONE ||= noonTimeZone(new Date())
const timezoneId = (process.env.TZ = process.env.STOCKIE_TEST_ZONE)

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A flaky test is a failed test.
  retries: 0,
  reporter: 'list',
  timeout: 120_000,
  // How long a busy machine may take; nothing waits when it is quicker.
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId,
    contextOptions: { reducedMotion: 'reduce' },
    // The page of every step would be a tenth of the work: `--trace on` has it.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        // Chromium refuses its sandbox to root, and a container has no GPU.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
