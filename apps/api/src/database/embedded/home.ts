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
import { StartError } from './claim'
import { canEnter, type SystemUser } from './system-user'

/** Made once, kept beside the database that they open. */
export type Secrets = { databasePassword: string; jwtSecret: string }

/** Everything that the embedded database keeps lives in one folder. */
export const inHome = (home: string) => ({
  data: path.join(home, 'postgres'),
  log: path.join(home, 'postgres.log'),
  secrets: path.join(home, 'secrets.json'),
})

type Home = { home: string; secrets: Secrets }

/** Makes the folder and its secrets, or finds them as they are. */
export async function prepareHome(
  wanted: string,
  user: SystemUser | null,
  log: (message: string) => void,
): Promise<Home> {
  // pg_ctl hands paths to a shell, and these it does not quote.
  if (process.platform !== 'win32' && /["$`\\]/.test(wanted)) {
    throw new StartError(
      `The folder ${wanted} has a character in its name that PostgreSQL's start cannot take ($, ", \\ or a backtick): set STOCKIE_HOME to another.`,
    )
  }
  try {
    if (user) await makeBinariesAccessible(wanted, user, log)
    await makeFolder(wanted, user ? 0o755 : 0o700)
    const home = await realpath(wanted)
    // Database and secrets are nobody's commit.
    await writeFile(path.join(home, '.gitignore'), '*\n')
    return { home, secrets: await readSecrets(home) }
  } catch (error) {
    throw toStartError(error, wanted)
  }
}

/** One level after another: Node's recursive mkdir never ends where nothing can be made, as in /proc. */
async function makeFolder(folder: string, mode: number): Promise<void> {
  const found = await stat(folder).catch(whenMissing)
  if (found) return
  await makeFolder(path.dirname(folder), mode)
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function readSecrets(home: string): Promise<Secrets> {
  const { secrets: file, data } = inHome(home)
  const found = await readFile(file, 'utf8').catch(whenMissing)
  if (found) return JSON.parse(found)
  if (await stat(data).catch(whenMissing)) {
    throw new StartError(
      `${file} is missing, without which the database beside it cannot be opened: put it back from your backup.`,
    )
  }
  const secrets: Secrets = {
    databasePassword: randomBytes(24).toString('base64url'),
    jwtSecret: randomBytes(32).toString('base64url'),
  }
  const unfinished = `${file}.new-${randomBytes(6).toString('hex')}`
  await writeFile(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  // A link is made by one process only: when two start at once, both use the first one's secrets.
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

/** Whether there is an embedded database in a home; opening one would make it. */
export async function embeddedDatabaseExists(home: string): Promise<boolean> {
  return access(path.join(inHome(home).data, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}

/** Where a system keeps what its services know. */
const services = '/var/lib/stockie'

/**
 * Root's own folders are closed to the user that PostgreSQL runs as. There a new home is a link to
 * a folder that is not; one with something in it stays where its owner put it.
 */
async function makeBinariesAccessible(
  home: string,
  user: SystemUser,
  log: (message: string) => void,
): Promise<void> {
  const there = await lstat(home).catch(() => null)
  // A link was followed before, and a file is told as what it is.
  if (there && !there.isDirectory()) return
  if (await canEnter(path.join(home, 'postgres'), user)) return
  if (there) {
    throw new StartError(
      `As root, Stockie runs PostgreSQL as another user, who cannot enter ${home}: move that folder to ${services}, set STOCKIE_HOME to it, and start again.`,
    )
  }
  const name = createHash('sha256').update(home).digest('hex').slice(0, 8)
  const folder = path.join(services, `${path.basename(path.dirname(home))}-${name}`)
  // The link first: where it cannot be made, nothing else is left behind.
  await symlink(folder, home)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  log(
    `PostgreSQL may not enter ${path.dirname(home)} when root starts it: its files are in ${folder}.`,
  )
}

const wrong: Record<string, string> = {
  EACCES: 'may not be written by your user',
  EPERM: 'may not be written by your user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOENT: 'cannot be made',
}

/** A file that could not be written becomes a sentence; any other error stays what it is. */
export function toStartError(error: unknown, home: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = wrong[code]
  if (!reason) return error
  const file = error instanceof Error && 'path' in error ? String(error.path) : home
  // What lies inside names itself, so that whoever reads it finds the one file that is not theirs.
  const place = file.startsWith(home) && ['EACCES', 'EPERM'].includes(code) ? file : home
  return new StartError(
    `${place} ${reason}: set STOCKIE_HOME to a folder that Stockie can write, and start again.`,
  )
}
