import { execFile } from 'node:child_process'
import { access, readdir } from 'node:fs/promises'
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

/** Returns the files of the programs. Installs the missing ones if this process may. */
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

/** The folder with the newest PostgreSQL of Debian: the embedded one has no pg_basebackup and no pg_rewind. */
export async function findPostgresPrograms(): Promise<string> {
  const folder = '/usr/lib/postgresql'
  if (!(await exists(folder))) await install(['postgresql'])
  const versions = (await readdir(folder)).map(Number).filter((version) => version >= 15)
  if (versions.length === 0) await install(['postgresql'])
  return path.join(folder, String(Math.max(...versions)), 'bin')
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

async function install(packages: readonly string[]): Promise<void> {
  const advice = `This fault runs on Debian with these packages: apt-get install ${packages.join(' ')}`
  if (process.getuid?.() !== 0) throw new UnsupportedError(advice)
  const args = ['install', '--yes', '--no-install-recommends', ...packages]
  // A run level of 1 keeps apt from starting the services of the packages.
  const env = { PATH: systemPath, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  try {
    await run('apt-get', args, { env }).catch(async () => {
      await run('apt-get', ['update'], { env })
      return run('apt-get', args, { env })
    })
  } catch (error) {
    throw new UnsupportedError(advice, { cause: error })
  }
}
