import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One less than there are processors is Vitest's own choice. On two, three keep both busy while one waits
    // for PostgreSQL or for a program that it has started.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: ['packages/*', 'apps/*', 'prisma', 'scripts', 'tools/*'],
  },
})
