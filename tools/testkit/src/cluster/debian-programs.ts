import { execFile } from 'node:child_process'
import { access, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { UnsupportedError } from '../errors'

const run = promisify(execFile)

/** Where Debian's programs find each other. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The programs of a cluster, with their packages of Debian. */
const programs = {
  haproxy: { package: 'haproxy', file: '/usr/sbin/haproxy' },
  etcd: { package: 'etcd-server', file: '/usr/bin/etcd' },
  patroni: { package: 'patroni', file: '/usr/bin/patroni' },
  pgbouncer: { package: 'pgbouncer', file: '/usr/sbin/pgbouncer' },
} as const

export type ProgramName = keyof typeof programs

/** Returns the files of the programs. Installs the missing packages if root runs this. */
export async function findPrograms<Name extends ProgramName>(
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const missing: Name[] = []
  for (const name of names) if (!(await exists(programs[name].file))) missing.push(name)
  if (missing.length > 0) await install(missing.map((name) => programs[name].package))
  return Object.fromEntries(names.map((name) => [name, programs[name].file])) as Record<
    Name,
    string
  >
}

/** The folder with the newest PostgreSQL of Debian: the embedded PostgreSQL lacks pg_basebackup and pg_rewind. */
export async function findPostgresPrograms(): Promise<string> {
  const found = await listPostgresPrograms()
  if (found[0]) return found[0]
  const [installed] = await install(['postgresql']).then(listPostgresPrograms)
  if (!installed) throw new UnsupportedError('Debian has no PostgreSQL 15 or newer.')
  return installed
}

/** Folders with a server, the newest version first. */
async function listPostgresPrograms(): Promise<string[]> {
  const folder = '/usr/lib/postgresql'
  const versions = (await readdir(folder).catch(() => [])).map(Number)
  const newestFirst = versions.filter((version) => version >= 15).toSorted((a, b) => b - a)
  const found: string[] = []
  for (const version of newestFirst) {
    const bin = path.join(folder, String(version), 'bin')
    if (await exists(path.join(bin, 'pg_basebackup'))) found.push(bin)
  }
  return found
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

async function install(packages: readonly string[]): Promise<void> {
  const advice = `This needs packages of Debian: apt-get install ${packages.join(' ')}`
  if (process.getuid?.() !== 0) throw new UnsupportedError(advice)
  const args = ['install', '--yes', '--no-install-recommends', ...packages]
  const env = { PATH: systemPath, DEBIAN_FRONTEND: 'noninteractive' }
  // It keeps packages from starting their services.
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = await writeFile(policy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 }).then(
    () => true,
    () => false,
  )
  try {
    await run('apt-get', args, { env }).catch(async () => {
      await run('apt-get', ['update'], { env })
      return run('apt-get', args, { env })
    })
  } catch (error) {
    throw new UnsupportedError(advice, { cause: error })
  } finally {
    if (isOurs) await rm(policy)
  }
}
