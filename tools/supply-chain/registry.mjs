import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns the registry that npm is configured for. */
export async function findRegistry() {
  // On Windows, npm is a .cmd file and needs a shell.
  const options = { shell: process.platform === 'win32' }
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], options)
  return stdout.trim()
}

/** Has been vulnerable for years: a registry without an advisory for it does not work. */
const canary = { name: 'minimist', version: '0.0.8' }

const timeoutMs = 60_000

/**
 * Fetches the advisories for these packages, or the reason why that failed.
 * @param {{ name: string, version: string }[]} packages
 * @returns {Promise<{ advisories: { name: string, severity: string, title: string, url: string, vulnerable: string }[] } | { failure: string }>}
 */
export async function fetchAdvisories(registry, packages) {
  const versions = new Map()
  for (const { name, version } of [...packages, canary]) {
    versions.set(name, [...new Set([...(versions.get(name) ?? []), version])])
  }
  const url = new URL('-/npm/v1/security/advisories/bulk', registry.replace(/\/?$/, '/'))
  const { failure, body } = await post(url, Object.fromEntries(versions))
  if (failure) return { failure }
  const advisories = readAdvisories(body)
  if (!advisories) return { failure: `${url.origin} sent no advisories` }
  const isCanary = ({ name }) => name === canary.name
  if (!advisories.some(isCanary)) {
    return {
      failure: `${url.origin} has no advisory for ${canary.name} ${canary.version}, so its answer is not reliable`,
    }
  }
  const usesCanary = packages.some(isCanary)
  return { advisories: usesCanary ? advisories : advisories.filter((each) => !isCanary(each)) }
}

/** @returns {Promise<{ failure?: string, body?: unknown }>} */
async function post(url, body) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return { failure: `${url.origin} answered with ${response.status}` }
    const answer = await response.text()
    return { body: JSON.parse(answer) }
  } catch (error) {
    if (error instanceof SyntaxError) return { failure: `${url.origin} did not answer with JSON` }
    return { failure: `${url.origin} did not answer (${error.cause?.code ?? error.message})` }
  }
}

function readAdvisories(body) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const entries = Object.entries(body)
  if (!entries.every(([, advisories]) => Array.isArray(advisories))) return undefined
  return entries.flatMap(([name, advisories]) =>
    advisories.map(({ severity, title, url, vulnerable_versions: vulnerable }) => ({
      name,
      severity: String(severity),
      title: String(title),
      url: String(url),
      vulnerable: String(vulnerable),
    })),
  )
}
