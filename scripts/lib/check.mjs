import path from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, run } from './process.mjs'

const typeCheck = (project) => ({
  name: `types in ${project}`,
  program: 'typescript/bin/tsc',
  args: ['--noEmit', '-p', project],
})

/** All checks together take only seconds. */
const checks = [
  {
    name: 'lint and layers',
    program: 'oxlint/bin/oxlint',
    args: ['-c', 'oxlint.config.mjs', '--type-aware', '--deny-warnings'],
  },
  { name: 'formatting', program: 'oxfmt/bin/oxfmt', args: ['--check'] },
  { name: 'dead code', program: 'knip/bin/knip.js', args: [] },
  { name: 'structure', program: '../tools/checks/check-structure.mjs', args: [] },
  { name: 'generated documents', program: '../scripts/run.mjs', args: ['docs', '--check'] },
  ...[
    'packages/contracts',
    'prisma',
    'apps/api',
    'apps/web',
    'scripts',
    'tools/bench',
    'tools/checks',
    'tools/compose',
    'tools/docs',
    'tools/prove',
    'tools/supply-chain',
    'tools/testkit',
  ].map(typeCheck),
]

/** Runs the checks two at a time, and prints the findings of each. */
export async function runChecks() {
  const results = []
  const queue = [...checks]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const passed = await runCheck(next)
      results.push({ name: next.name, passed })
    }
  }
  await Promise.all([work(), work()])
  return results
}

async function runCheck({ name, program, args }) {
  const began = Date.now()
  const failure = await run(process.execPath, [
    path.join(root, 'node_modules', program),
    ...args,
  ]).then(
    () => '',
    (error) => error.output || error.message,
  )
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${failure ? '✗' : '✓'} ${name} (${seconds} s)`)
  if (failure) console.log(failure.trimEnd())
  return !failure
}

export function check() {
  return main(async () => {
    await prepare([])
    const results = await runChecks()
    process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
  })
}
