import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'prove', include: ['src/**/*.test.ts'], testTimeout: 120_000, isolate: false },
})
