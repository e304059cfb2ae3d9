import { createHash } from 'node:crypto'
import {
  createListReader,
  maxListBytes as maxLongBytes,
  type ListCaller,
  type RunStatement,
} from '#src/database/sql/list-reader'
import type { CachedParts } from '#src/database/sql/list-body'
import type { ListQuery } from '#src/database/sql/list-query'
import { createRowReader, type RowQuery } from '#src/database/sql/row-reader'
import { withoutDeadline } from '#src/database/pool/deadline-pool'
import type { NeededPosition } from '#src/database/pool/standby'
import { createJsonBody, type JsonBody } from '#src/http/response-body'
import { createListMemory, listMemoryFactors, listMemoryLimits, type Release } from './list-memory'
import { createReadTurns } from './read-turns'

/** The current list. It has no rows if the caller already has this revision, or may not read it. */
export type CurrentList = {
  role: number | null
  revision: string
  rows: CachedList | undefined
  /** Set if the reader asks for positions. */
  position?: string | undefined
  /** Frees the memory of the rows, after they were sent. */
  release: () => void
}

export const createMemory = () => ({
  short: createListMemory(listMemoryLimits.short),
  long: createListMemory(listMemoryLimits.long),
})

type LongList = { bytes: number; list: WeakRef<CachedList> | undefined }

type ReadList = (
  list: ListQuery,
  caller: ListCaller,
  key: string,
) => Promise<CurrentList | undefined>

type Room = { maxBytes: number; reserve: (bytes: number) => Promise<Release> }

/** How many long lists are known by their size. Reading an unknown one takes PostgreSQL twice as long. */
const maxLongLists = 1_000

/** Pays for the memory of a read that callers share. */
const processAccount = 0

/**
 * Reads lists and caches them. Every request asks PostgreSQL for the current revision and sends the cached
 * list only if it matches, so no write has to invalidate the cache.
 */
export function createCachedListReader(
  run: RunStatement,
  {
    memory,
    positionSql,
  }: { memory: ReturnType<typeof createMemory>; positionSql?: string | undefined },
) {
  const readList = createListReader(run, { positionSql })
  const readRow = createRowReader(run, { positionSql })
  const lists = createListCache()
  const longLists = new Map<string, LongList>()
  const longReads = new Map<string, Promise<unknown>>()
  const turns = createReadTurns<CurrentList | undefined>()
  /** The highest position that those who wait for the next read of a list need from a standby. */
  const needs = new Map<string, NeededPosition | undefined>()

  async function readCurrentRow(row: RowQuery, caller: ListCaller): Promise<CurrentList> {
    const { role, body, position } = await readRow(row, caller)
    const release = () => {}
    if (body === null) return { role, revision: '', rows: undefined, position, release }
    // The row is short, so it is its own revision.
    const revision = Buffer.from(body).toString('base64url')
    const rows = { revision, total: null, body: createJsonBody(body) }
    return { role, revision, rows, position, release }
  }

  function rememberLong(key: string, bytes: number, list: LongList['list']): void {
    longLists.delete(key)
    longLists.set(key, { bytes, list })
    const [oldest] = longLists.keys()
    if (longLists.size > maxLongLists && oldest !== undefined) longLists.delete(oldest)
  }

  /** Stores a short list in the cache. Others share a long one only while it is sent. */
  function store(key: string, list: CachedList): void {
    const { length } = list.body.plain
    lists.set(key, list)
    if (length > listCacheLimits.maxListBytes) rememberLong(key, length, new WeakRef(list))
    else longLists.delete(key)
  }

  const findCached = (key: string) => lists.get(key) ?? longLists.get(key)?.list?.deref()

  /** Reads any list, and returns undefined if it is a long one. */
  const readShort: ReadList = async (list, caller, key) => {
    const { userId } = caller
    // An account without room waits here, and holds up no other one.
    await memory.short.awaitRoom(userId, listMemoryFactors.reading * listCacheLimits.maxListBytes)
    if (!turns.isFree(key)) return checkThenShareRead(list, caller, key)
    return turns.take(key, () => readUpToCacheLimit(list, caller, key))
  }

  const readUpToCacheLimit: ReadList = (list, caller, key) =>
    readWithin(list, caller, key, {
      maxBytes: listCacheLimits.maxListBytes,
      reserve: (bytes) => memory.short.reserve(processAccount, bytes),
    })

  /** While another caller reads the list, this one asks for its role and the revision, and may share the next read. */
  const checkThenShareRead: ReadList = async (list, caller, key) => {
    const { role, revision, position } = await readList(list, caller, { withRows: false })
    const withoutRows = { role, revision, rows: undefined, position, release: () => {} }
    const isAllowed = role !== null && caller.roles.includes(role)
    if (!isAllowed || caller.known.includes(revision)) return withoutRows
    const cached = findCached(key)
    if (cached?.revision === revision) return { ...withoutRows, ...hold(cached, caller) }
    needs.set(key, highest(needs.get(key), caller.needed))
    let isOwn = false
    const current = await turns.take(key, () => {
      isOwn = true
      // For all who wait: neither the revisions nor the deadline of this one count.
      const forAll = { ...caller, known: [], needed: needs.get(key) }
      needs.delete(key)
      return withoutDeadline(() => readUpToCacheLimit(list, forAll, key))
    })
    if (isOwn || !current) return current
    // The session of the one who read has ended meanwhile.
    if (!current.rows) return readShort(list, caller, key)
    return { ...current, role, ...hold(current.rows, caller) }
  }

  function hold(rows: CachedList, { userId }: ListCaller): Pick<CurrentList, 'rows' | 'release'> {
    const { length } = rows.body.plain
    const { hold: holdBytes } = length > listCacheLimits.maxListBytes ? memory.long : memory.short
    return { rows, release: holdBytes(rows, userId, listMemoryFactors.sending * length) }
  }

  /** One caller reads a long list, and the others share it if it is still current then. */
  const readLong: ReadList = async (list, caller, key) => {
    const running = longReads.get(key)
    if (running) {
      await running.catch(() => {})
      return readShort(list, caller, key)
    }
    const reading = readWithin(list, caller, key, {
      // A tenth more, because the list may have grown meanwhile.
      maxBytes: Math.min(Math.ceil((longLists.get(key)?.bytes ?? 0) * 1.1), maxLongBytes),
      reserve: (bytes) => memory.long.reserve(caller.userId, bytes),
    })
    longReads.set(key, reading)
    return reading.finally(() => longReads.delete(key))
  }

  /** Returns undefined if the list is longer than `maxBytes`. */
  async function readWithin(
    list: ListQuery,
    caller: ListCaller,
    key: string,
    { maxBytes, reserve }: Room,
  ): Promise<CurrentList | undefined> {
    const release = await reserve(listMemoryFactors.reading * maxBytes)
    try {
      const cached = findCached(key)
      const known = cached ? [...caller.known, cached.revision] : caller.known
      const reading = await readList(
        list,
        { ...caller, known },
        { maxBytes, cached: cached?.parts },
      )
      const { role, revision, body, excess, total, parts, position } = reading
      if (excess !== null) {
        // The changed parts alone may be longer than `maxBytes`, so the whole list may be longer than they are.
        const bytes = Math.max(excess, cached?.body.plain.length ?? 0)
        // Another caller may have stored the list while this one read.
        rememberLong(key, bytes, longLists.get(key)?.list)
        return undefined
      }
      const isCurrent = body === null && cached?.revision === revision
      const rows = isCurrent
        ? cached
        : body && { revision, total, parts, body: createJsonBody(body) }
      if (!rows) return { role, revision, rows: undefined, position, release: () => {} }
      if (!isCurrent) store(key, rows)
      return { role, revision, position, ...hold(rows, caller) }
    } finally {
      release()
    }
  }

  return async (list: ListQuery | RowQuery, caller: ListCaller): Promise<CurrentList> => {
    if (!('sources' in list)) return readCurrentRow(list, caller)
    const key = JSON.stringify([list.name, list.values, list.days])
    // If there is a revision to compare with, the list is probably not read at all.
    const isKnown = caller.known.length > 0 || longLists.get(key)?.list?.deref() !== undefined
    let current = isKnown ? await readShort(list, caller, key) : undefined
    while (!current) {
      current = longLists.has(key)
        ? await readLong(list, caller, key)
        : await readShort(list, caller, key)
    }
    return current
  }
}

/** Positions compare as text. */
function highest(one?: NeededPosition, other?: NeededPosition): NeededPosition | undefined {
  return one && other && one.seen > other.seen ? one : (other ?? one)
}

/** A list as it was last read. It is valid while its revision is the current one. */
type CachedList = {
  revision: string
  total: number | null
  body: JsonBody
  /** Set for a list in parts. */
  parts?: CachedParts | undefined
}

export type ListCache = {
  get: (key: string) => CachedList | undefined
  set: (key: string, list: CachedList) => void
}

/** Enough for one list and all reports of a shop with many products. */
export const listCacheLimits = { maxBytes: 16_000_000, maxListBytes: 4_000_000 }

/** Bytes per list besides its rows. A short list holds on to a whole 8 KB chunk of Node's buffer pool. */
const overhead = 10_000
const overheadPerPart = 250

/** Caches the last body of each list, and evicts the least recently used ones. */
export function createListCache({ maxBytes, maxListBytes } = listCacheLimits): ListCache {
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
function sizeOf({ body, parts }: CachedList): number {
  return body.plain.length * 1.2 + (parts?.parts.length ?? 0) * overheadPerPart + overhead
}

type EtagQuery = Pick<ListQuery, 'name' | 'text' | 'day'>

export type Etags = {
  create: (list: EtagQuery, revision: string) => string
  /** The revisions of this list in an If-None-Match header. */
  parseRevisions: (header: string | undefined, list: EtagQuery) => string[]
}

/**
 * An ETag is a hash of the query and the revision of its rows. It contains the query because another version
 * of Stockie, another time zone, or the next day of a list that depends on it, returns the same rows differently.
 */
export function createEtags(timeZone: string): Etags {
  const queryHashes = new Map<string, string>()

  function hashQuery({ name, text, day }: EtagQuery): string {
    const key = day === undefined ? name : `${name} ${day}`
    const known = queryHashes.get(key)
    if (known !== undefined) return known
    const hash = createHash('sha256').update(text).update(timeZone)
    if (day !== undefined) hash.update(day)
    const queryHash = hash.digest('base64url').slice(0, 8)
    queryHashes.set(key, queryHash)
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
