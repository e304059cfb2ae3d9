import { askRegistry } from './registry.mjs'
import { listShipped } from './shipped-packages.mjs'
import { readLockfile } from './lockfile.mjs'

/** What is less than that is told, and hinders nobody. */
const mild = new Set(['info', 'low'])

/** It did not run: another end than that of one that found something. */
const notRun = 2

/** What a registry knows against the lockfile, in lines, and how a program ends that was asked for it. */
export async function auditLockfile(registry) {
  const lockfile = await readLockfile()
  const packages = Object.keys(lockfile.packages).map(toPackage)
  const shipped = new Set(listShipped(lockfile, ['apps/api', 'apps/web']).map(({ name }) => name))

  const answer = await askRegistry(registry, packages)
  if ('failure' in answer) {
    const line = `The audit could NOT run: ${answer.failure}. Nothing is known of the packages.`
    return { code: notRun, lines: [line] }
  }
  const lines = answer.advisories.map(({ name, severity, title, url, vulnerable }) => {
    const use = shipped.has(name) ? 'shipped' : 'for development'
    return `${severity}: ${name} ${vulnerable} (${use}): ${title} ${url}`
  })
  const grave = answer.advisories.filter(({ severity }) => !mild.has(severity))
  if (grave.length > 0)
    return { code: 1, lines: [...lines, `${grave.length} of these must not stay.`] }
  const sum = `Nothing that must not stay is known against ${packages.length} packages.`
  return { code: 0, lines: [...lines, sum] }
}

function toPackage(key) {
  const at = key.lastIndexOf('@')
  return { name: key.slice(0, at), version: key.slice(at + 1) }
}
