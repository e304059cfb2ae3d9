import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#src/errors'

const run = promisify(execFile)

export type SystemUser = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root. If root starts Stockie, PostgreSQL runs as the user who owns the
 * database files, or else as the system user "postgres". Null if no other user is needed.
 */
export async function findSystemUser(data: string): Promise<SystemUser | null> {
  if (process.getuid === undefined) return null
  if (process.getuid() !== 0) {
    requireAccount()
    return null
  }
  const existing = await stat(data).catch(() => null)
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  const postgres = (await findPostgresUser()) ?? (await createPostgresUser())
  if (postgres) return postgres
  throw new StartError(
    'PostgreSQL refuses to run as root, and the user "postgres" could not be created: start Stockie as an ordinary user, or set DATABASE_URL.',
  )
}

async function findPostgresUser(): Promise<SystemUser | null> {
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

async function createPostgresUser(): Promise<SystemUser | null> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch(
    () => null,
  )
  return findPostgresUser()
}

/** initdb looks up its user by name. A bare uid in a container has no name. */
function requireAccount(): void {
  try {
    os.userInfo()
  } catch {
    throw new StartError(
      `The user id ${process.getuid?.()} has no entry in /etc/passwd, which PostgreSQL needs: start Stockie as a user with an account, or set DATABASE_URL.`,
    )
  }
}

/** Whether the user can reach a path: every folder on the way needs the execute bit for this user. */
export async function canEnter(target: string, user: SystemUser): Promise<boolean> {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    // A missing folder will be created with the right mode.
    const stats = await stat(folder).catch(() => null)
    if (stats && !isFolderOpen(stats, user)) return false
    if (folder === path.dirname(folder)) return true
  }
}

type FolderStats = { mode: number; uid: number; gid: number }

function isFolderOpen({ mode, uid, gid }: FolderStats, user: SystemUser): boolean {
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}
