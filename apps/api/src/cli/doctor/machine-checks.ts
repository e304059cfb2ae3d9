import { readFile, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { listBackups, withoutFutureBackups } from '#src/database/backup/backup-folder'
import { inHome } from '#src/database/embedded/home'
import { type Env, root } from '#src/env'
import { formatCommandHint, isImage } from '#src/server/console'
import type { State, Verdict } from './check'
import type { Settings } from './examine'

export async function checkNode(): Promise<Verdict[]> {
  const { version, engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const machine = `Stockie ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}`
  if (isWithin(process.versions.node, engines.node)) {
    return [{ state: 'ok', found: `${machine}.` }]
  }
  const found = `${machine}: it needs Node ${engines.node}, install one from https://nodejs.org.`
  return [{ state: 'wrong', found }]
}

/** Whether a version lies in a range as package.json's engines writes it: "^20.19.0 || >=24.0.0". */
export function isWithin(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign, least = ''] = /^\s*(\^|>=)\s*([\d.]+)\s*$/.exec(part) ?? []
    const [given, from] = [numbersOf(version), numbersOf(least)]
    if (!sign || (sign === '^' && given[0] !== from[0])) return false
    const differing = from.findIndex((number, place) => number !== (given[place] ?? 0))
    return differing === -1 || (given[differing] ?? 0) > (from[differing] ?? 0)
  })
}

const numbersOf = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))

/** The room where Stockie writes: one line a disk, whatever lies on it. */
export async function checkDisk(env: Env): Promise<Verdict[]> {
  const places = [
    // With a database of the owner's own nothing is written there.
    ...(env.DATABASE_URL ? [] : [{ what: 'STOCKIE_HOME', folder: env.STOCKIE_HOME }]),
    { what: 'BACKUP_FOLDER', folder: env.BACKUP_FOLDER },
  ]
  const disks = new Map<number, { folder: string; whats: string[] }>()
  for (const { what, folder } of places) {
    const there = await nearest(folder)
    const { dev } = await stat(there)
    const disk = disks.get(dev) ?? { folder: there, whats: [] }
    disks.set(dev, { ...disk, whats: [...disk.whats, what] })
  }
  return Promise.all([...disks.values()].map(measure))
}

async function measure({ folder, whats }: { folder: string; whats: string[] }): Promise<Verdict> {
  const { bavail, bsize, blocks } = await statfs(folder)
  const [free, size] = [bavail * bsize, blocks * bsize]
  const state = rateFreeSpace({ free, size })
  const found = `${formatSpace(free)} of ${formatSpace(size)} are free at ${folder} (${whats.join(' and ')})`
  return { state, found: state === 'ok' ? `${found}.` : `${found}: make room on that disk.` }
}

/** The folder itself, or what it will be made in. */
async function nearest(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  return found || folder === path.dirname(folder) ? folder : nearest(path.dirname(folder))
}

function formatSpace(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3
  return gigabytes < 1 ? `${Math.floor(bytes / 1024 ** 2)} MB` : `${gigabytes.toFixed(1)} GB`
}

const megabyte = 1024 * 1024

/** How much room a disk needs to have, for a database that must never meet a full one. */
export function rateFreeSpace({ free, size }: { free: number; size: number }): State {
  if (free < 200 * megabyte) return 'wrong'
  return free < 2048 * megabyte || free < size / 10 ? 'look' : 'ok'
}

const secret = /^(JWT_SECRET|DATABASE_URL|OWNER_PASSWORD|POSTGRES_PASSWORD)=./m

/** What opens the shop is for its owner's eyes alone. */
export async function checkFiles(env: Env): Promise<Verdict[]> {
  const files = await filesWithSecrets(env)
  if (files.length === 0) return [{ state: 'ok', found: 'There are no secrets in files of ours.' }]
  return Promise.all(files.map(checkFile))
}

async function filesWithSecrets(env: Env): Promise<string[]> {
  const settings = path.join(root, '.env')
  const made = inHome(env.STOCKIE_HOME).secrets
  const isMade = !env.DATABASE_URL && Boolean(await stat(made).catch(() => null))
  const isSet = secret.test(await readFile(settings, 'utf8').catch(() => ''))
  return [...(isMade ? [made] : []), ...(isSet ? [settings] : [])]
}

async function checkFile(file: string): Promise<Verdict> {
  const mode = (await stat(file)).mode & 0o777
  // Windows knows no such modes.
  if (process.platform === 'win32' || (mode & 0o077) === 0) {
    return { state: 'ok', found: `${path.relative(root, file)} is its owner's alone.` }
  }
  const shown = mode.toString(8).padStart(4, '0')
  const found = `Others on this machine may read ${file} (${shown}), which holds secrets: chmod 600 ${file}`
  return { state: 'look', found }
}

export function checkNetwork(env: Env): Verdict[] {
  const { HOST, PORT, TRUST_PROXY } = env
  if (!isOpen(env)) {
    return [{ state: 'ok', found: `Port ${PORT}, for this machine alone (HOST=${HOST}).` }]
  }
  if (TRUST_PROXY > 0) {
    const found = `Port ${PORT} of ${HOST}, behind a proxy that other machines come through (TRUST_PROXY=${TRUST_PROXY}).`
    return [{ state: 'ok', found }]
  }
  if (isImage) {
    const found =
      'What reaches Stockie from other machines is plain HTTP: have https by COMPOSE_PROFILES=proxy (docs/hosting.md), or stay in a network of your own.'
    return [{ state: 'look', found }]
  }
  const found = `HOST=${HOST} lets other machines in and there is no proxy: what reaches port ${PORT} from them is plain HTTP, so put a proxy with TLS before it and set TRUST_PROXY=1, or stay in a network of your own.`
  return [{ state: 'look', found }]
}

/** Whether other machines can get in: to this address, or through the proxy before it. */
export function isOpen({ HOST, TRUST_PROXY }: Pick<Env, 'HOST' | 'TRUST_PROXY'>): boolean {
  return TRUST_PROXY > 0 || !['127.0.0.1', 'localhost', '::1'].includes(HOST)
}

/** Every variable, by the rules that the start has for it. A value is never repeated. */
export function checkSettings({ env, given, refused }: Settings): Verdict[] {
  const found: Verdict[] = [...refused.values()].map((sentence) => ({
    state: 'wrong',
    found: sentence,
  }))
  if (env.DATABASE_URL && !env.JWT_SECRET && !refused.has('JWT_SECRET')) {
    const sentence = 'JWT_SECRET must be set where DATABASE_URL is, to at least 32 characters.'
    found.push({ state: 'wrong', found: sentence })
  }
  if (found.length > 0) return found
  const all = 'has its default.'
  const sentence =
    given.length > 0 ? `Set: ${given.join(', ')}. The rest ${all}` : `Everything ${all}`
  return [{ state: 'ok', found: sentence }]
}

const day = 24 * 60 * 60 * 1000

/** Whether there is something to restore, that was restored once already to see that it can be. */
export async function checkBackups({ BACKUP_FOLDER: folder }: Env): Promise<Verdict[]> {
  const backups = await listBackups(folder)
  const newest = withoutFutureBackups(backups).find(({ verified }) => verified)
  const many = `${backups.length} in ${folder}`
  const advice = `make one with ${formatCommandHint('npm run backup')}`
  if (backups.length === 0) {
    return [{ state: 'look', found: `There is no backup in ${folder}: ${advice}.` }]
  }
  if (!newest) {
    return [{ state: 'look', found: `${many}, none of which was verified: ${advice}.` }]
  }
  const age = Date.now() - newest.madeAt.getTime()
  const about = `${many}, the newest that was verified is ${formatAge(age)} old`
  if (age <= 2 * day) return [{ state: 'ok', found: `${about}.` }]
  return [{ state: 'look', found: `${about}: ${advice}, and let it go on with --every 24h.` }]
}

function formatAge(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / (60 * 60 * 1000)))
  if (hours < 1) return 'less than an hour'
  const [count, word] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
