import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { removeOldFiles } from './import-store'

/** In milliseconds. */
const checkInterval = 3_600_000

/** Removes the files of old imports now, and every hour. Returns a function that stops it. */
export function watchOldImports(pool: Pool, log: Pick<Logger, 'warn'>): () => Promise<void> {
  function remove(): void {
    removeOldFiles(pool).catch((error: unknown) =>
      log.warn(error, 'The files of old imports could not be removed.'),
    )
  }

  remove()
  const timer = setInterval(remove, checkInterval)
  timer.unref()
  return async () => clearInterval(timer)
}
