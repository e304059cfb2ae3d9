import { access, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { BackupError } from './backup-error'
import { prepareFolder, sayWhatIsWrong, syncFolder, unfinished } from './backup-folder'
import { toFileName } from './backup-name'
import { claimFolder } from './claim-folder'
import { loadBackup } from './load-backup'
import { withMaintenance, type Maintenance } from './maintenance'
import type { Manifest } from './manifest'
import { createScratch, dropLeftovers, dropScratch, mayCreateDatabases } from './scratch-database'
import { writeBackup } from './write-backup'

export type MadeBackup = { file: string; manifest: Manifest; verified: boolean }

type Options = {
  url: string
  folder: string
  log: (line: string) => void
  signal: AbortSignal
  beforeUpgrade?: boolean
  /** Nothing is written where it could not be verified. */
  mustVerify?: boolean
  /** Asked once it is this run's turn, and once nobody migrates: whether there is still something to do. */
  isNeeded?: () => Promise<boolean>
}

const mayNotVerify =
  'It could not be verified, since the user in DATABASE_URL may not create databases: grant it by ALTER ROLE … CREATEDB, and start again.'

/**
 * A backup of this moment, which takes its name only once it was restored into a database of its own
 * and everything in there is as it was. Null where it turned out not to be needed.
 */
export async function makeBackup(options: Options): Promise<MadeBackup | null> {
  const { url, folder, log, signal, isNeeded, mustVerify } = options
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    if (isNeeded && !(await isNeeded())) return null
    const canVerify = await mayCreateDatabases(maintenance)
    if (mustVerify && !canVerify) throw new BackupError(mayNotVerify)
    await prepareFolder(folder, () => claimFolder(folder, maintenance))
    await dropLeftovers(maintenance)
    const madeAt = await findFreeSecond(folder)
    const part = path.join(folder, `${toFileName(madeAt, named(false))}${unfinished}`)
    try {
      const manifest = await writeBackup({ url, file: part, madeAt, signal, isNeeded })
      if (!manifest) return null
      if (canVerify) await verify(maintenance, part, signal)
      const file = path.join(folder, toFileName(madeAt, named(canVerify)))
      await rename(part, file)
      await syncFolder(folder)
      return { file, manifest, verified: canVerify }
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw sayWhatIsWrong(error, folder)
    }
  })

  function named(verified: boolean) {
    return { beforeUpgrade: options.beforeUpgrade ?? false, verified }
  }
}

async function verify(maintenance: Maintenance, file: string, signal: AbortSignal): Promise<void> {
  const scratch = await createScratch(maintenance)
  try {
    await loadBackup({ file, url: maintenance.urlOf(scratch), signal })
  } finally {
    await dropScratch(maintenance, scratch)
  }
}

/** Two backups of one second would take the same name. */
async function findFreeSecond(folder: string): Promise<Date> {
  for (let time = Math.floor(Date.now() / 1000) * 1000; ; time += 1000) {
    const madeAt = new Date(time)
    const names = [true, false].flatMap((verified) =>
      [true, false].map((beforeUpgrade) => toFileName(madeAt, { verified, beforeUpgrade })),
    )
    const taken = await Promise.all(names.map((name) => isThere(path.join(folder, name))))
    if (!taken.includes(true)) return madeAt
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
