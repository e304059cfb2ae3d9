import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import {
  createListReader,
  createRowReader,
  type ListCaller,
  type ListQuery,
  type RowQuery,
} from '#src/database/sql/list-reader'
import { createJsonBody, type JsonBody } from '#src/http/response-body'

/** The current list. It has no rows if the caller already has this revision, or may not read it. */
export type CurrentList = { role: number | null; revision: string; rows: CachedList | undefined }

/**
 * Reads lists and caches them. Every request asks PostgreSQL for the current revision and sends the cached
 * list only if it matches, so no write has to invalidate the cache.
 */
export function createCachedListReader(pool: Pool) {
  const readList = createListReader(pool)
  const readRow = createRowReader(pool)
  const lists = createListCache()

  async function readCurrentRow(row: RowQuery, caller: ListCaller): Promise<CurrentList> {
    const { role, body } = await readRow(row, caller)
    if (body === null) return { role, revision: '', rows: undefined }
    // The row is short, so it is its own revision.
    const revision = Buffer.from(body).toString('base64url')
    return { role, revision, rows: { revision, total: null, body: createJsonBody(body) } }
  }

  return async (list: ListQuery | RowQuery, caller: ListCaller): Promise<CurrentList> => {
    if (!('sources' in list)) return readCurrentRow(list, caller)
    const key = JSON.stringify([list.name, list.values, list.days])
    const cached = lists.get(key)
    const known = cached ? [...caller.known, cached.revision] : caller.known
    const { role, revision, body, total } = await readList(list, { ...caller, known })
    if (body === null)
      return { role, revision, rows: cached?.revision === revision ? cached : undefined }
    const rows = { revision, total, body: createJsonBody(body) }
    lists.set(key, rows)
    return { role, revision, rows }
  }
}

/** A list as it was last read. It is valid while its revision is the current one. */
type CachedList = { revision: string; total: number | null; body: JsonBody }

export type ListCache = {
  get: (key: string) => CachedList | undefined
  set: (key: string, list: CachedList) => void
}

/** Enough for one list and all reports of a shop with many products. */
const limits = { maxBytes: 16_000_000, maxListBytes: 4_000_000 }

/** Bytes per list besides its rows. A short list holds on to a whole 8 KB chunk of Node's buffer pool. */
const overhead = 10_000

/** Caches the last body of each list, and evicts the least recently used ones. */
export function createListCache({ maxBytes, maxListBytes } = limits): ListCache {
  const lists = new Map<string, CachedList>()
  let bytes = 0

  function remove(key: string): CachedList | undefined {
    const list = lists.get(key)
    if (list && lists.delete(key)) bytes -= sizeOf(list)
    return list
  }

  function append(key: string, list: CachedList): void {
    lists.set(key, list)
    bytes += sizeOf(list)
  }

  function get(key: string): CachedList | undefined {
    const list = remove(key)
    if (list) append(key, list)
    return list
  }

  function set(key: string, list: CachedList): void {
    remove(key)
    if (list.body.plain.length > maxListBytes) return
    append(key, list)
    for (const oldest of lists.keys()) {
      if (bytes <= maxBytes) return
      remove(oldest)
    }
  }

  return { get, set }
}

/** Includes the compressed forms, which take a fifth of the plain text. */
function sizeOf({ body }: CachedList): number {
  return body.plain.length * 1.2 + overhead
}

export type Etags = {
  create: (list: RowQuery, revision: string) => string
  /** The revisions of this list in an If-None-Match header. */
  parseRevisions: (header: string | undefined, list: RowQuery) => string[]
}

/**
 * An ETag is a hash of the query and the revision of its rows. It contains the query because another version
 * of Stockie, or another time zone, returns the same rows differently.
 */
export function createEtags(timeZone: string): Etags {
  const queryHashes = new Map<string, string>()

  function hashQuery({ name, text }: RowQuery): string {
    const known = queryHashes.get(name)
    if (known !== undefined) return known
    const hash = createHash('sha256').update(text).update(timeZone)
    const queryHash = hash.digest('base64url').slice(0, 8)
    queryHashes.set(name, queryHash)
    return queryHash
  }

  return {
    create: (list, revision) => `W/"${hashQuery(list)}-${revision}"`,
    parseRevisions(header, list) {
      if (!header) return []
      // Accepts strong tags too: some proxies turn a weak tag into a strong one.
      const tags = header.matchAll(new RegExp(`"${hashQuery(list)}-([\\w-]+)"`, 'g'))
      return [...tags].map(([, revision = '']) => revision)
    },
  }
}
