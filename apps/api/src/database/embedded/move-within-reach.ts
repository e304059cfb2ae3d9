import { createHash } from 'node:crypto'
import { lstat, mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error'
import { canEnter, type SystemUser } from './system-user'

/** Where a system keeps what its services know. */
const services = '/var/lib/stockie'

/**
 * Root's own folders are closed to the user that PostgreSQL runs as. There a new home is a link to
 * a folder that is not; one with something in it stays where its owner put it.
 */
export async function moveWithinReach(
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
