import { BackupError } from './backup-error'
import { endSessions } from './end-sessions'
import { withMaintenance } from './maintenance'
import type { Figures } from './manifest'
import { readShop } from './read-shop'
import { requireNobody, requireRights } from './restore-backup'
import { exists, formerName, swapDatabases } from './swap-databases'

type Options = { url: string; log: (line: string) => void; signal: AbortSignal }

/**
 * The shop as it was before the last restore comes back, but for its sessions, which have ended; undone once
 * more, it goes again. Null where there was none yet, only an empty database.
 */
export async function undoRestore({ url, log, signal }: Options): Promise<Figures | null> {
  return withMaintenance(url, { log, signal }, async (maintenance) => {
    const former = formerName(maintenance.database)
    if (!(await exists(maintenance.client, former))) {
      throw new BackupError(
        `There is nothing to undo: there is no database ${former}, which a restore leaves.`,
      )
    }
    await requireRights(maintenance)
    await requireNobody(maintenance)
    const aside = maintenance.urlOf(former)
    const figures = await readShop(aside)
    // Before it is anybody's shop: its accounts are as they were when it was put aside, and so are their tokens.
    if (figures) await endSessions(aside)
    await swapDatabases(maintenance, former)
    return figures
  })
}
