import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from './claim'

const run = promisify(execFile)

export type SystemUser = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root: then it runs as the system's user "postgres", or as whoever
 * made the database when they were not root.
 */
export async function findSystemUser(data: string): Promise<SystemUser | null> {
  if (process.getuid === undefined) return null
  if (process.getuid() !== 0) {
    requireAccount()
    return null
  }
  const made = await stat(data).catch(() => null)
  if (made && made.uid !== 0) return { uid: made.uid, gid: made.gid }
  const found = (await lookUp()) ?? (await create())
  if (found) return found
  throw new StartError(
    'PostgreSQL refuses to run as root, and the user "postgres" could not be made: start Stockie as an ordinary user, or set DATABASE_URL.',
  )
}

async function lookUp(): Promise<SystemUser | null> {
  try {
    const [uid, gid] = await Promise.all([
      run('id', ['-u', 'postgres']),
      run('id', ['-g', 'postgres']),
    ])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function create(): Promise<SystemUser | null> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch(
    () => null,
  )
  return lookUp()
}

/** initdb looks its user up by name; a container's bare uid has none. */
function requireAccount(): void {
  try {
    os.userInfo()
  } catch {
    throw new StartError(
      `The user id ${process.getuid?.()} has no entry in /etc/passwd, which PostgreSQL needs: start Stockie as a user with an account, or set DATABASE_URL.`,
    )
  }
}

/** Whether a user other than the owner can reach a path: every folder on the way must let it through. */
export async function canEnter(target: string, user: SystemUser): Promise<boolean> {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    // What is not there yet will be made so that it can be entered.
    const found = await stat(folder).catch(() => null)
    if (found && !lets(found, user)) return false
    if (folder === path.dirname(folder)) return true
  }
}

function lets({ mode, uid, gid }: { mode: number; uid: number; gid: number }, user: SystemUser) {
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}
