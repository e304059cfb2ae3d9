import type { Readable } from 'node:stream'
import type { DownloadTicket } from '@stockie/contracts'
import type { ClientBase, Pool } from 'pg'
import type { Logger } from 'pino'
import { issueTicket } from '#src/database/download-tickets'
import {
  findPending,
  MigrationError,
  readHistory,
  readMigrations,
} from '#src/database/migrations/history'
import { openSnapshot } from '#src/database/pool/single-client'
import { AppError } from '#src/errors'
import { readMoment, streamArchive } from './export-archive'

/** The name in a ticket for everything. No backup has it. */
export const exportTicketName = 'export'

/** Each export keeps old rows alive in the database, and compresses on a core of its own. */
const maxRunning = 2

/**
 * In seconds. An export ends if its client reads nothing for the first time, or is not done after the second: until
 * then PostgreSQL keeps every row that changes meanwhile.
 */
const defaultLimits = { silence: 600, all: 3600 }

/** In seconds, to begin the snapshot: PostgreSQL may have stopped answering. */
const openSeconds = 3

type Parts = {
  pool: Pool
  /** The address of the database: an export opens a connection of its own. */
  url: string
  timeZone: string
  log: Pick<Logger, 'warn'>
  limits?: typeof defaultLimits
}

export type ExportDownload = {
  fileName: string
  /** Its end, or a call of destroy(), ends the transaction and the connection. */
  content: Readable
}

export type ShopExport = ReturnType<typeof createShopExport>

/** Everything of the shop as one archive, for the accountant or for leaving. */
export function createShopExport({ pool, url, timeZone, log, limits = defaultLimits }: Parts) {
  let running = 0

  async function createTicket(userId: number): Promise<DownloadTicket> {
    assertRoom()
    await assertKnownSchema(pool)
    return issueTicket(pool, { name: exportTicketName, userId })
  }

  function assertRoom(): void {
    if (running < maxRunning) return
    throw new AppError(
      'conflict',
      'Two exports are being downloaded. Try again when one of them is complete.',
    )
  }

  async function open(): Promise<ExportDownload> {
    assertRoom()
    running += 1
    try {
      return await begin()
    } catch (error) {
      running -= 1
      throw error
    }
  }

  async function begin(): Promise<ExportDownload> {
    const client = await openSnapshot(url, {
      applicationName: 'stockie-export',
      seconds: limits.silence,
    })
    const disconnect = () => void client.end().catch(() => {})
    const openTimer = setTimeout(disconnect, openSeconds * 1000)
    const moment = await assertKnownSchema(client)
      .then(() => readMoment(client, timeZone))
      .catch((error: unknown) => {
        disconnect()
        throw error
      })
      .finally(() => clearTimeout(openTimer))

    let isRead = false
    const onRead = () => {
      isRead = true
      disconnect()
    }
    const onFailure = (error: Error) => {
      if (content.destroyed) return
      log.warn(error, 'A download of everything failed before it was complete.')
      content.destroy(error)
    }
    const content = streamArchive(client, { moment, onRead, onFailure })
    const timer = setTimeout(() => {
      onFailure(new Error(`The download took longer than ${limits.all} seconds.`))
    }, limits.all * 1000)
    client.once('end', () => {
      // If the caller reads nothing, the archive asks for no rows, and would not notice.
      if (!isRead) onFailure(new Error('The connection to the database ended.'))
    })
    content.once('close', () => {
      clearTimeout(timer)
      running -= 1
      disconnect()
    })
    return { fileName: `stockie-export-${moment.day}.zip`, content }
  }

  return { createTicket, open }
}

/** A server of an older version may serve from a newer schema, but it does not know all tables of that. */
async function assertKnownSchema(client: Pick<ClientBase, 'query'>): Promise<void> {
  try {
    findPending(await readMigrations(), (await readHistory(client)) ?? [])
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new AppError('conflict', error.message, { cause: error })
  }
}
