import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'scripts',
    include: ['**/*.test.mjs'],
    // Each test starts whole processes, installs included.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
