import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'docs',
    include: ['*.test.mjs'],
    // guide.test starts Playwright, on a machine that other tests keep busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
