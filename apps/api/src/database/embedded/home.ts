import { createHash, randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  link,
  lstat,
  mkdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '#src/errors'
import { describeForeignAccess } from './home-access'
import { canEnter, type SystemUser } from './system-user'

/** Created once, and stored beside the database that they open. */
export type Secrets = { databasePassword: string; jwtSecret: string }

/** The files of the embedded database in its folder. */
export const homePaths = (home: string) => ({
  data: path.join(home, 'postgres'),
  log: path.join(home, 'postgres.log'),
  secrets: path.join(home, 'secrets.json'),
})

type Home = { home: string; secrets: Secrets }

/** Creates the folder and its secrets if they do not exist. */
export async function prepareHome(
  wanted: string,
  user: SystemUser | null,
  log: (message: string) => void,
): Promise<Home> {
  refuseShellCharacters(wanted)
  try {
    if (user) await makeHomeAccessible(wanted, user, log)
    await makeFolder(wanted, user ? 0o755 : 0o700)
    const home = await realpath(wanted)
    // The folder may be a link to one with another name.
    refuseShellCharacters(home)
    const foreignAccess = await describeForeignAccess([wanted, homePaths(home).secrets])
    if (foreignAccess) throw new StartError(foreignAccess)
    // Keeps the database and its secrets out of git.
    await writeFile(path.join(home, '.gitignore'), '*\n')
    return { home, secrets: await readSecrets(home) }
  } catch (error) {
    throw toStartError(error, wanted)
  }
}

/** pg_ctl passes paths to a shell without quoting these characters. */
function refuseShellCharacters(folder: string): void {
  if (process.platform === 'win32' || !/["$`\\]/.test(folder)) return
  throw new StartError(
    `The folder ${folder} has a character in its name that PostgreSQL does not support ($, ", \\ or a backtick): set STOCKIE_HOME to another folder.`,
  )
}

/** One level at a time: Node's recursive mkdir never returns if it cannot create anything, as in /proc. */
async function makeFolder(folder: string, mode: number): Promise<void> {
  const found = await stat(folder).catch(whenMissing)
  if (found) return
  await makeFolder(path.dirname(folder), mode)
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function readSecrets(home: string): Promise<Secrets> {
  const { secrets: file, data } = homePaths(home)
  const found = await readFile(file, 'utf8').catch(whenMissing)
  if (found) return JSON.parse(found)
  if (await stat(data).catch(whenMissing)) {
    throw new StartError(
      `${file} is missing, and Stockie cannot open the database without it: restore the file from your own copy.`,
    )
  }
  const secrets: Secrets = {
    databasePassword: randomBytes(24).toString('base64url'),
    jwtSecret: randomBytes(32).toString('base64url'),
  }
  const unfinished = `${file}.new-${randomBytes(6).toString('hex')}`
  await writeFile(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  // Only one process can create the link: if two start at once, both use the secrets of the first.
  await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(unfinished)
  await chmod(file, 0o600)
  return JSON.parse(await readFile(file, 'utf8'))
}

function whenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Whether the folder has an embedded database. Opening the database would create it. */
export async function embeddedDatabaseExists(home: string): Promise<boolean> {
  return access(path.join(homePaths(home).data, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}

/** The folder for the data of system services. */
const services = '/var/lib/stockie'

/**
 * The user that runs PostgreSQL cannot enter root's own folders. A new home there becomes a link to a folder
 * in /var/lib. An existing home is never moved.
 */
async function makeHomeAccessible(
  home: string,
  user: SystemUser,
  log: (message: string) => void,
): Promise<void> {
  const existing = await lstat(home).catch(() => null)
  // A link was made by an earlier start. A file fails later with a better message.
  if (existing && !existing.isDirectory()) return
  if (await canEnter(path.join(home, 'postgres'), user)) return
  if (existing) {
    throw new StartError(
      `If you start Stockie as root, it runs PostgreSQL as another user, and that user cannot open ${home}: move that folder to ${services}, set STOCKIE_HOME to it, and start again.`,
    )
  }
  const name = createHash('sha256').update(home).digest('hex').slice(0, 8)
  const folder = path.join(services, `${path.basename(path.dirname(home))}-${name}`)
  // The link first: if that fails, nothing else is left behind.
  await symlink(folder, home)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  log(
    `PostgreSQL cannot use ${path.dirname(home)} if root starts it, so its files are in ${folder}.`,
  )
}

const fileErrors: Record<string, string> = {
  EACCES: 'may not be written by your user',
  EPERM: 'may not be written by your user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOENT: 'cannot be made',
}

/** Turns a file system error into a StartError with advice. Returns any other error unchanged. */
export function toStartError(error: unknown, home: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = fileErrors[code]
  if (!reason) return error
  const file = error instanceof Error && 'path' in error ? String(error.path) : home
  // Names the one file inside the folder that belongs to another user.
  const place = file.startsWith(home) && ['EACCES', 'EPERM'].includes(code) ? file : home
  return new StartError(
    `${place} ${reason}: set STOCKIE_HOME to a folder that Stockie can write, and start again.`,
  )
}
