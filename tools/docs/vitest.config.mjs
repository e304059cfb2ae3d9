import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'docs',
    include: ['*.test.mjs'],
    isolate: false,
    // guide.test starts Playwright while other tests keep the machine busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
