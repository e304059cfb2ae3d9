import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import {
  createListReader,
  createRowReader,
  type ListCaller,
  type ListQuery,
  type RowQuery,
} from '#src/database/sql/list-reader'
import { createJsonBody, type JsonBody } from './response-body'

/** A list as it is now; no rows where the caller knows its revision, or may not see it. */
export type CurrentList = { role: number | null; revision: string; rows: CachedList | undefined }

/**
 * Reads lists and keeps them. What is kept is sent again only where PostgreSQL says of this very call
 * that its revision is the one that there is, so that nobody has to be told of a write.
 */
export function createCachedListReader(pool: Pool) {
  const readList = createListReader(pool)
  const readRow = createRowReader(pool)
  const lists = createListCache()

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

/** A list as it was last read. It holds for as long as its revision is the one that there is. */
type CachedList = { revision: string; total: number | null; body: JsonBody }

export type ListCache = {
  find: (key: string) => CachedList | undefined
  keep: (key: string, list: CachedList) => void
}

/** Bytes: of a shop that has many products still one list and all reports, and no more. */
const limits = { all: 16_000_000, one: 4_000_000 }

/** What any list takes beside its rows: a short one keeps all 8 KB that Node cuts its bytes from. */
const overhead = 10_000

/** The last body of each list. Those that nobody has asked for in the longest time go first. */
export function createListCache({ all, one } = limits): ListCache {
  const lists = new Map<string, CachedList>()
  let bytes = 0

  function take(key: string): CachedList | undefined {
    const list = lists.get(key)
    if (list && lists.delete(key)) bytes -= sizeOf(list)
    return list
  }

  function put(key: string, list: CachedList): void {
    lists.set(key, list)
    bytes += sizeOf(list)
  }

  function find(key: string): CachedList | undefined {
    const list = take(key)
    if (list) put(key, list)
    return list
  }

  function keep(key: string, list: CachedList): void {
    take(key)
    if (list.body.plain.length > one) return
    put(key, list)
    for (const oldest of lists.keys()) {
      if (bytes <= all) return
      take(oldest)
    }
  }

  return { find, keep }
}

/** Its compressed forms are a fifth of it. */
function sizeOf({ body }: CachedList): number {
  return body.plain.length * 1.2 + overhead
}

export type Etags = {
  of: (list: RowQuery, revision: string) => string
  /** The revisions of this list that are named in an If-None-Match. */
  revisionsIn: (header: string | undefined, list: RowQuery) => string[]
}

/**
 * An ETag is a revision, and before it how the rows are read: another version of this program, or one in
 * another time zone, reads the same rows differently.
 */
export function createEtags(timeZone: string): Etags {
  const readings = new Map<string, string>()

  function readingOf({ name, text }: RowQuery): string {
    const known = readings.get(name)
    if (known !== undefined) return known
    const hash = createHash('sha256').update(text).update(timeZone)
    const reading = hash.digest('base64url').slice(0, 8)
    readings.set(name, reading)
    return reading
  }

  return {
    of: (list, revision) => `W/"${readingOf(list)}-${revision}"`,
    revisionsIn(header, list) {
      if (!header) return []
      // Weak or not: some proxies pass a weak tag on as a strong one.
      const tags = header.matchAll(new RegExp(`"${readingOf(list)}-([\\w-]+)"`, 'g'))
      return [...tags].map(([, revision = '']) => revision)
    },
  }
}
