import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'scripts',
    include: ['**/*.test.mjs'],
    // Each test starts whole processes, installs and all checks included, where others keep the machine busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
