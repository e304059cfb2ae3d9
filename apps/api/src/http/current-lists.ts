import type { Pool } from 'pg'
import { createListReader, type ListCaller, type ListQuery } from '@/database/read-list'
import { createRowReader, type RowQuery } from '@/database/read-row'
import { createJsonBody } from './json-body'
import { createKeptLists, type KeptList } from './kept-lists'

/** A list as it is now; no rows where the caller knows its revision, or may not see it. */
export type CurrentList = { role: number | null; revision: string; rows: KeptList | undefined }

/**
 * Reads lists and keeps them. What is kept is sent again only where PostgreSQL says of this very call
 * that its revision is the one that there is, so that nobody has to be told of a write.
 */
export function createCurrentLists(pool: Pool) {
  const readList = createListReader(pool)
  const readRow = createRowReader(pool)
  const lists = createKeptLists()

  async function readCurrentRow(row: RowQuery, caller: ListCaller): Promise<CurrentList> {
    const { role, body } = await readRow(row, caller)
    if (body === null) return { role, revision: '', rows: undefined }
    // It is short, so that it may be told from others by all of it.
    const revision = Buffer.from(body).toString('base64url')
    return { role, revision, rows: { revision, total: null, body: createJsonBody(body) } }
  }

  return async (list: ListQuery | RowQuery, caller: ListCaller): Promise<CurrentList> => {
    if (!('sources' in list)) return readCurrentRow(list, caller)
    const key = JSON.stringify([list.name, list.values, list.days])
    const kept = lists.find(key)
    const known = kept ? [...caller.known, kept.revision] : caller.known
    const { role, revision, body, total } = await readList(list, { ...caller, known })
    if (body === null)
      return { role, revision, rows: kept?.revision === revision ? kept : undefined }
    const rows = { revision, total, body: createJsonBody(body) }
    lists.keep(key, rows)
    return { role, revision, rows }
  }
}
