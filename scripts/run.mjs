// An old Node parses this file before require-node.mjs can stop it, so use only old syntax.
import './require-node.mjs'

const command = (name) => (args) =>
  import('./lib/start.mjs').then(({ runCommand }) => runCommand(name, args))
const tool = (name) => (args) =>
  import('./lib/tools.mjs').then(({ runTool }) => runTool(name, args))

/** The tasks of `npm run`. Each loads its module when it runs, so that `start` loads no test code. */
const tasks = {
  start: () => import('./lib/start.mjs').then(({ start }) => start()),
  users: command('users'),
  seed: command('seed'),
  backup: command('backup'),
  restore: command('restore'),
  doctor: command('doctor'),
  dev: () => import('./lib/dev.mjs').then(({ dev }) => dev()),
  check: () => import('./lib/check.mjs').then(({ check }) => check()),
  test: (args) => import('./lib/test.mjs').then(({ test }) => test(args)),
  e2e: (args) => import('./lib/e2e.mjs').then(({ e2e }) => e2e(args)),
  compose: () => import('../tools/compose/journey.mjs').then(({ runJourney }) => runJourney()),
  prove: tool('prove'),
  bench: tool('bench'),
  docs: (args) => import('../tools/docs/main.mjs').then(({ main }) => main(args)),
  pictures: () => import('./lib/pictures.mjs').then(({ pictures }) => pictures()),
  audit: (args) => import('../tools/supply-chain/main.mjs').then(({ audit }) => audit(args)),
  sbom: (args) => import('../tools/supply-chain/main.mjs').then(({ sbom }) => sbom(args)),
}

const name = process.argv[2] || ''
if (Object.keys(tasks).includes(name)) {
  void tasks[name](process.argv.slice(3))
} else {
  console.error(
    `Usage: node scripts/run.mjs <task>. The tasks are ${Object.keys(tasks).join(', ')}.`,
  )
  process.exitCode = 1
}
