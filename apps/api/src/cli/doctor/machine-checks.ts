import { readFile, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { homePaths } from '#src/database/embedded/home'
import { describeForeignAccess, findOpenParent, quote } from '#src/database/embedded/home-access'
import { type Env, missingSecretMessage, root } from '#src/env'
import { isImage } from '#src/server/console'
import {
  countProxies,
  isReachableFromOutside,
  listProxyWarnings,
} from '#src/server/network-exposure'
import type { State, Verdict } from './check'
import type { Settings } from './settings'

export async function checkNode(): Promise<Verdict[]> {
  const { version, engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const machine = `Stockie ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}`
  if (isVersionInRange(process.versions.node, engines.node)) {
    return [{ state: 'ok', found: `${machine}.` }]
  }
  const found = `${machine}: install Node ${engines.node} from https://nodejs.org.`
  return [{ state: 'error', found }]
}

/** Whether a version lies in a range in the syntax of package.json's engines: "^20.19.0 || >=24.0.0". */
export function isVersionInRange(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const [, operator, minimum = ''] = /^\s*(\^|>=)\s*([\d.]+)\s*$/.exec(part) ?? []
    const [actual, required] = [parseVersion(version), parseVersion(minimum)]
    if (!operator || (operator === '^' && actual[0] !== required[0])) return false
    const index = required.findIndex((number, position) => number !== (actual[position] ?? 0))
    return index === -1 || (actual[index] ?? 0) > (required[index] ?? 0)
  })
}

const parseVersion = (version: string) =>
  version.split('.').map((part) => Number.parseInt(part, 10))

/** Checks the free space where Stockie writes: one verdict for each disk. */
export async function checkDisk(env: Env): Promise<Verdict[]> {
  const places = [
    // With DATABASE_URL, Stockie writes nothing to STOCKIE_HOME.
    ...(env.DATABASE_URL ? [] : [{ variable: 'STOCKIE_HOME', folder: env.STOCKIE_HOME }]),
    { variable: 'BACKUP_FOLDER', folder: env.BACKUP_FOLDER },
    // Without DATABASE_URL, it is in STOCKIE_HOME by default.
    ...(env.DATABASE_URL && env.AUDIT_FOLDER
      ? [{ variable: 'AUDIT_FOLDER', folder: env.AUDIT_FOLDER }]
      : []),
  ]
  const disks = new Map<number, Disk>()
  for (const { variable, folder } of places) {
    const existing = await findExistingFolder(folder)
    const { dev } = await stat(existing)
    const disk = disks.get(dev) ?? { folder: existing, variables: [] }
    disks.set(dev, { ...disk, variables: [...disk.variables, variable] })
  }
  return Promise.all([...disks.values()].map(measureDisk))
}

type Disk = { folder: string; variables: string[] }

async function measureDisk({ folder, variables }: Disk): Promise<Verdict> {
  const { bavail, bsize, blocks } = await statfs(folder)
  const [free, size] = [bavail * bsize, blocks * bsize]
  const state = rateFreeSpace({ free, size })
  const found = `${formatSpace(free)} of ${formatSpace(size)} are free at ${folder} (${variables.join(' and ')})`
  return { state, found: state === 'ok' ? `${found}.` : `${found}: free some space on that disk.` }
}

/** The folder itself, or its nearest existing parent. */
async function findExistingFolder(folder: string): Promise<string> {
  const stats = await stat(folder).catch(() => null)
  const parent = path.dirname(folder)
  return stats || folder === parent ? folder : findExistingFolder(parent)
}

function formatSpace(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3
  return gigabytes < 1 ? `${Math.floor(bytes / 1024 ** 2)} MB` : `${gigabytes.toFixed(1)} GB`
}

const megabyte = 1024 * 1024

/** Rates the free space of a disk. A database must never fill its disk. */
export function rateFreeSpace({ free, size }: { free: number; size: number }): State {
  if (free < 200 * megabyte) return 'error'
  return free < 2048 * megabyte || free < size / 10 ? 'warning' : 'ok'
}

/** Settings that are secret, or may contain a password. REPLICATION_PASSWORD is one of examples/cluster. */
const secret = /^(JWT_SECRET|DATABASE_(READ_)?URL|(OWNER|POSTGRES|REPLICATION)_PASSWORD)=./m

/** Whether the text of a .env file sets a secret. */
export const hasSecret = (text: string) => secret.test(text)

/** Only the owner of the files with secrets may read them, and only the owner of the home may write it. */
export async function checkFiles(env: Env): Promise<Verdict[]> {
  const files = await listSecretFiles(env)
  const verdicts = [...(await Promise.all(files.map(checkFile))), ...(await checkHome(env))]
  if (verdicts.length > 0) return verdicts
  return [{ state: 'ok', found: 'No file of Stockie holds secrets.' }]
}

/** A home that other users can write is an error, as at the start. With DATABASE_URL there is none. */
async function checkHome(env: Env): Promise<Verdict[]> {
  const home = env.STOCKIE_HOME
  if (env.DATABASE_URL) return []
  const foreignAccess = await describeForeignAccess([home, homePaths(home).secrets])
  if (foreignAccess) return [{ state: 'error', found: foreignAccess }]
  const parent = await findOpenParent(home)
  if (!parent) return []
  const found = `Other users of this machine can move ${home} away, because they can write ${parent}: run chmod o-w ${quote(parent)}, or chmod +t ${quote(parent)} if all users share that folder.`
  return [{ state: 'warning', found }]
}

async function listSecretFiles(env: Env): Promise<string[]> {
  const envFile = path.join(root, '.env')
  const secretsFile = homePaths(env.STOCKIE_HOME).secrets
  const usesSecretsFile = !env.DATABASE_URL && Boolean(await stat(secretsFile).catch(() => null))
  const envHasSecrets = hasSecret(await readFile(envFile, 'utf8').catch(() => ''))
  return [...(usesSecretsFile ? [secretsFile] : []), ...(envHasSecrets ? [envFile] : [])]
}

async function checkFile(file: string): Promise<Verdict> {
  const mode = (await stat(file)).mode & 0o777
  // Windows has no such modes.
  if (process.platform === 'win32' || (mode & 0o077) === 0) {
    return { state: 'ok', found: `Only its owner can read ${path.relative(root, file)}.` }
  }
  const octal = mode.toString(8).padStart(4, '0')
  const found = `Other users of this machine can read the secrets in ${file} (${octal}): run chmod 600 ${file}`
  return { state: 'warning', found }
}

export function checkNetwork(env: Env): Verdict[] {
  const { HOST, PORT } = env
  const proxies = countProxies(env)
  if (!isReachableFromOutside(env)) {
    return [{ state: 'ok', found: `Port ${PORT}, for this machine only (HOST=${HOST}).` }]
  }
  const warnings = listProxyWarnings(env)
  if (warnings.length > 0) return warnings.map((found) => ({ state: 'warning', found }))
  if (proxies > 0) {
    const found = `Port ${PORT} of ${HOST}, behind a proxy that other machines come through (TRUST_PROXY=${proxies}).`
    return [{ state: 'ok', found }]
  }
  if (isImage) {
    const found =
      'Other machines reach Stockie over plain HTTP: set COMPOSE_PROFILES=proxy for HTTPS (docs/hosting.md), or use Stockie only in a private network.'
    return [{ state: 'warning', found }]
  }
  const found = `Other machines reach port ${PORT} over plain HTTP (HOST=${HOST}): put a proxy with TLS in front of it and set TRUST_PROXY=1, or use Stockie only in a private network.`
  return [{ state: 'warning', found }]
}

/** Checks every variable by the rules of the start. Never repeats a value: it may be a secret. */
export function checkSettings({ env, given, refused }: Settings): Verdict[] {
  const found: Verdict[] = [...refused.values()].map((sentence) => ({
    state: 'error',
    found: sentence,
  }))
  if (env.DATABASE_URL && !env.JWT_SECRET && !refused.has('JWT_SECRET')) {
    found.push({ state: 'error', found: missingSecretMessage })
  }
  if (found.length > 0) return found
  const sentence =
    given.length > 0
      ? `Set: ${given.join(', ')}. All other settings have their defaults.`
      : 'All settings have their defaults.'
  return [{ state: 'ok', found: sentence }]
}
