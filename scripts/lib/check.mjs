import path from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, run } from './process.mjs'

/** All checks together take only seconds. */
const checks = [
  {
    // The linter's rules need the types anyway, so it reports the compiler's errors too. Compiling each project
    // separately took 20 seconds of processor time, and this takes 8.
    name: 'lint, layers and types',
    program: 'oxlint/bin/oxlint',
    args: ['-c', 'oxlint.config.mjs', '--type-aware', '--type-check', '--deny-warnings'],
  },
  { name: 'formatting', program: 'oxfmt/bin/oxfmt', args: ['--check'] },
  { name: 'dead code', program: 'knip/bin/knip.js', args: [] },
  { name: 'structure', program: '../tools/checks/check-structure.mjs', args: [] },
  { name: 'generated documents', program: '../scripts/run.mjs', args: ['docs', '--check'] },
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
