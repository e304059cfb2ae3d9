import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'prisma',
    include: ['seed/**/*.test.ts'],
    globalSetup: ['../apps/api/test/global-setup.ts'],
  },
})
