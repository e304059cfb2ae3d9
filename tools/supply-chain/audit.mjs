import { fetchAdvisories } from './registry.mjs'
import { listShipped } from './shipped-packages.mjs'
import { readLockfile } from './lockfile.mjs'

/** Advisories of these severities are printed, and do not fail the audit. */
const acceptedSeverities = new Set(['info', 'low'])

/** Exit code if the audit could not run; 1 means that it found something. */
const notRunCode = 2

/**
 * Asks a registry for advisories on the packages of the lockfile. Returns lines to print and an exit code.
 */
export async function auditLockfile(registry) {
  const lockfile = await readLockfile()
  const packages = Object.keys(lockfile.packages).map(toPackage)
  const shipped = new Set(listShipped(lockfile, ['apps/api', 'apps/web']).map(({ name }) => name))

  const answer = await fetchAdvisories(registry, packages)
  if ('failure' in answer) {
    const line = `The audit could NOT run: ${answer.failure}. The packages were not checked.`
    return { code: notRunCode, lines: [line] }
  }
  const lines = answer.advisories.map(({ name, severity, title, url, vulnerable }) => {
    const use = shipped.has(name) ? 'shipped' : 'development only'
    return `${severity}: ${name} ${vulnerable} (${use}): ${title} ${url}`
  })
  const serious = answer.advisories.filter(({ severity }) => !acceptedSeverities.has(severity))
  if (serious.length > 0) {
    const result = `${serious.length} of these must be fixed.`
    return { code: 1, lines: [...lines, result] }
  }
  const result = `No advisory that must be fixed, in ${packages.length} packages.`
  return { code: 0, lines: [...lines, result] }
}

function toPackage(key) {
  const at = key.lastIndexOf('@')
  return { name: key.slice(0, at), version: key.slice(at + 1) }
}
