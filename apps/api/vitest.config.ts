import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname, 'src') } },
  test: {
    name: 'api',
    include: ['{src,test,scripts}/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
  },
})
