import path from 'node:path'
import { defineConfig } from '@playwright/test'

import tests from '../../playwright.config'

/** For `npm run pictures`: uses the browser of the tests and takes one picture after the other. */
export default defineConfig({
  ...tests,
  testDir: import.meta.dirname,
  testMatch: '*.pictures.ts',
  outputDir: path.resolve(import.meta.dirname, '../../test-results/pictures'),
  fullyParallel: false,
  workers: 1,
  use: { ...tests.use, trace: 'off', screenshot: 'off' },
})
