import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname, 'src') } },
  test: {
    name: 'api',
    globalSetup: ['test/global-setup.ts'],
    include: ['{src,test,scripts}/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
