import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'checks', include: ['*.test.mjs'], isolate: false },
})
