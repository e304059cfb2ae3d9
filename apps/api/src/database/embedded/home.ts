import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sayWhatIsWrong } from './file-failure'
import { moveWithinReach } from './move-within-reach'
import { StartError } from './start-error'
import type { SystemUser } from './system-user'

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
    if (user) await moveWithinReach(wanted, user, log)
    await makeFolder(wanted, user ? 0o755 : 0o700)
    const home = await realpath(wanted)
    // Database and secrets are nobody's commit.
    await writeFile(path.join(home, '.gitignore'), '*\n')
    return { home, secrets: await readSecrets(home) }
  } catch (error) {
    throw sayWhatIsWrong(error, wanted)
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
