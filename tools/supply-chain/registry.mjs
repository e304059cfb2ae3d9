import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Where packages come from here: npm's own registry, unless npm is told another. */
export async function findRegistry() {
  // On Windows npm is a .cmd file, which only a shell runs.
  const options = { shell: process.platform === 'win32' }
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], options)
  return stdout.trim()
}

/** Known for years to have a hole: a registry that does not say so of it does not look. */
const canary = { name: 'minimist', version: '0.0.8' }

const patienceMs = 60_000

/**
 * What a registry knows against any of these packages, worst first.
 * @param {{ name: string, version: string }[]} packages
 * @returns {Promise<{ advisories: { name: string, severity: string, title: string, url: string, vulnerable: string }[] } | { failure: string }>}
 */
export async function askRegistry(registry, packages) {
  const versions = new Map()
  for (const { name, version } of [...packages, canary]) {
    versions.set(name, [...new Set([...(versions.get(name) ?? []), version])])
  }
  const url = new URL('-/npm/v1/security/advisories/bulk', registry.replace(/\/?$/, '/'))
  const { failure, body } = await post(url, Object.fromEntries(versions))
  if (failure) return { failure }
  const advisories = readAdvisories(body)
  if (!advisories) return { failure: `${url.origin} answered with something else than advisories` }
  const isCanary = ({ name }) => name === canary.name
  if (!advisories.some(isCanary)) {
    return {
      failure: `${url.origin} knows nothing against ${canary.name} ${canary.version}, so it does not look`,
    }
  }
  const hasOwn = packages.some(isCanary)
  return { advisories: hasOwn ? advisories : advisories.filter((each) => !isCanary(each)) }
}

/** @returns {Promise<{ failure?: string, body?: unknown }>} */
async function post(url, body) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok) return { failure: `${url.origin} answered with ${response.status}` }
    const answer = await response.text()
    return { body: JSON.parse(answer) }
  } catch (error) {
    if (error instanceof SyntaxError) return { failure: `${url.origin} answered with no JSON` }
    return { failure: `${url.origin} did not answer (${error.cause?.code ?? error.message})` }
  }
}

function readAdvisories(body) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const known = Object.entries(body)
  if (!known.every(([, each]) => Array.isArray(each))) return undefined
  return known.flatMap(([name, each]) =>
    each.map(({ severity, title, url, vulnerable_versions: vulnerable }) => ({
      name,
      severity: String(severity),
      title: String(title),
      url: String(url),
      vulnerable: String(vulnerable),
    })),
  )
}
