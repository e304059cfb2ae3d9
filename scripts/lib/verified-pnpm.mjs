import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Runs the pnpm that npx has fetched, if it is the one of package.json. npm compares a package only with the hash
 * that the registry names. Ours is in package.json, so that a changed registry cannot name another one.
 *
 *   npx --package=pnpm@10.34.9 -- node scripts/lib/verified-pnpm.mjs install
 */
const manifest = path.resolve(import.meta.dirname, '../../package.json')
const { packageManager } = JSON.parse(readFileSync(manifest, 'utf8'))
const [, version, expected = ''] = /^pnpm@([^+]+)\+sha512\.(.+)$/.exec(packageManager) ?? []

// npx puts the folder with the packages that it fetched into the PATH.
const folders = (process.env.PATH ?? '').split(path.delimiter).map((bin) => path.dirname(bin))
const folder = folders.find((modules) => existsSync(path.join(modules, 'pnpm/package.json'))) ?? ''

if (!expected || readFetchedHash() !== expected) {
  console.error(
    `Stockie did not run pnpm ${version}: its hash is not the one in package.json. Check which registry npm uses (npm config get registry).`,
  )
  process.exit(1)
}

// Only npx must run no scripts. pnpm has its own list of packages that may.
delete process.env.npm_config_ignore_scripts
const program = path.join(folder, 'pnpm/bin/pnpm.cjs')
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)

/** npm records the hash of what it has extracted. */
function readFetchedHash() {
  const file = path.join(folder, '.package-lock.json')
  if (!folder || !existsSync(file)) return undefined
  const fetched = JSON.parse(readFileSync(file, 'utf8')).packages?.['node_modules/pnpm']
  const [, base64 = ''] = /^sha512-(.+)$/.exec(fetched?.integrity ?? '') ?? []
  return Buffer.from(base64, 'base64').toString('hex')
}
