import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api',
    globalSetup: ['test/support/global-setup.ts'],
    // Each file opens a shop of its own; loading the program anew for each took a third of the processor.
    isolate: false,
    include: ['{src,test,scripts}/**/*.test.ts'],
    // A tenth of what these tests take was spent on collecting short-lived objects too early.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
