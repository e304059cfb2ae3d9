import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One less than there are processors is Vitest's own choice. On two, three are quickest: most files wait
    // now and then, for PostgreSQL or for a program that they have started.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: ['packages/*', 'apps/*', 'prisma', 'scripts'],
  },
})
