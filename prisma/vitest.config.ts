import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'prisma',
    include: ['seed/**/*.test.ts'],
    isolate: false,
    // A whole year of trade per test, on a machine that may be busy.
    testTimeout: 60_000,
    globalSetup: ['../apps/api/test/support/global-setup.ts'],
  },
})
