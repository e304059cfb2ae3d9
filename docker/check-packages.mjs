import { readFileSync } from 'node:fs'

/**
 * Compares the installed packages with the lockfile, by version and hash. The image installs only some of the lockfile's
 * packages (pnpmfile.cjs). pnpm cannot do that with --frozen-lockfile, so this script checks the result.
 *
 *   node docker/check-packages.mjs pnpm-lock.yaml node_modules/.pnpm/lock.yaml
 */
const [locked, installed] = process.argv.slice(2).map(readHashes)
const names = Object.keys(installed)
const foreign = names.filter((name) => installed[name] !== locked[name])
if (names.length === 0 || foreign.length > 0) {
  console.error(`Not as the lockfile has it: ${foreign.join(', ') || 'nothing was installed'}.`)
  process.exit(1)
}
console.log(`${names.length} packages, each as the lockfile has it.`)

function readHashes(file) {
  const text = readFileSync(file, 'utf8')
  const entry = /^ {2}'?([^\s'].*?)'?:\n {4}resolution: \{(.*)\}$/gm
  return Object.fromEntries(Array.from(text.matchAll(entry), ([, name, hash]) => [name, hash]))
}
