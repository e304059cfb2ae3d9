import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They take minutes. If one of them came last, the other workers would wait for it. */
const longest = /\/model-|\/openapi-fuzzing|\/atomic-writes|scripts\/start\.test/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Not the method of an array.
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    // One less than there are processors is Vitest's own choice. On two, three keep both busy while one waits
    // for PostgreSQL or for a program that it has started.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: ['packages/*', 'apps/*', 'prisma', 'scripts', 'tools/*'],
    sequence: { sequencer: LongestFirst },
  },
})
