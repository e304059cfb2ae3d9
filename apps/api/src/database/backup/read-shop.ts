import { connectClient } from '@/database/connect-client'
import { findPending, readHistory } from '@/database/migration-history'
import { readMigrations } from '@/database/read-migrations'
import type { Figures } from './manifest'
import { readFigures } from './read-figures'

/** What is in a database; null where that is no shop. One that this version cannot work with is refused. */
export async function readShop(url: string): Promise<Figures | null> {
  const client = await connectClient(url)
  try {
    const history = await readHistory(client)
    if (!history?.length) return null
    findPending(await readMigrations(), history)
    return await readFigures(client)
  } finally {
    await client.end()
  }
}
