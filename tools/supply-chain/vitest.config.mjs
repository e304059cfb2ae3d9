import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'supply-chain',
    include: ['*.test.mjs'],
    isolate: false,
    // The tests start whole programs while other tests keep the machine busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
