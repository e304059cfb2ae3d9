import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error'
import { canEnter, type SystemUser } from './system-user'

/** Made once, kept beside the database that they open. */
export type Secrets = { databasePassword: string; jwtSecret: string }

/** Everything that the embedded database keeps lives in one folder. */
export const inHome = (home: string) => ({
  data: path.join(home, 'postgres'),
  log: path.join(home, 'postgres.log'),
  secrets: path.join(home, 'secrets.json'),
})

/** Makes the folder and its secrets, or finds them as they are. */
export async function prepareHome(home: string, user: SystemUser | null): Promise<Secrets> {
  try {
    await mkdir(home, { recursive: true, mode: user ? 0o755 : 0o700 })
    const secrets = await readSecrets(home)
    if (user && !(await canEnter(inHome(home).data, user))) {
      throw new StartError(
        `As root, Stockie runs PostgreSQL as the user "postgres", who cannot enter ${home}: set STOCKIE_HOME to a folder such as /var/lib/stockie, or start Stockie as an ordinary user.`,
      )
    }
    return secrets
  } catch (error) {
    throw sayWhatIsWrong(home, error)
  }
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

const wrong: Record<string, string> = {
  EACCES: 'may not be written by your user',
  EPERM: 'may not be written by your user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
}

function sayWhatIsWrong(home: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = wrong[code]
  if (!reason) return error
  return new StartError(
    `${home} ${reason}: set STOCKIE_HOME to a folder that Stockie can write, and start again.`,
  )
}
