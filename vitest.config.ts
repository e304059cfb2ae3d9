import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One less than there are processors is Vitest's own choice; on two, one file would wait for PostgreSQL
    // while nothing else runs.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: ['packages/*', 'apps/*', 'prisma', 'scripts'],
  },
})
