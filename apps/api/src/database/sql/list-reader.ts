import type { Pool, QueryResultRow } from 'pg'
import { type PreparedStatement, readRows } from '#src/database/pool/deadline-pool'
import type { NeededPosition } from '#src/database/pool/standby'
import { AppError, noSuchRecord } from '#src/errors'
import type { Session } from './account-lookup'
import { type CachedParts, combineParts, joinArrays, type PartChunk } from './list-body'
import {
  type ListLimits,
  type ListQuery,
  listStatement,
  orderOfParts,
  revisionStatement,
} from './list-query'

/** The caller, and the revisions that the caller or the cache already has. */
export type ListCaller = Session & {
  /** The roles that may see the rows. */
  roles: readonly number[]
  /** The revisions whose rows are already available. */
  known: readonly string[]
  /** The position that the caller has seen, if a standby may answer. */
  seen?: string | undefined
  /** Set to read from a standby: what it must have replayed. */
  needed?: NeededPosition | undefined
}

/** Runs the statement of a caller's list. */
export type RunStatement = <Row extends QueryResultRow>(
  statement: PreparedStatement,
  caller: Pick<ListCaller, 'needed'>,
) => Promise<Row[]>

export function runOnPrimary(pool: Pool): RunStatement {
  return (statement) => readRows(pool, statement)
}

export type ReaderOptions = {
  limits?: ListLimits
  /** SQL of the position that each reading has. */
  positionSql?: string | undefined
}

type ListReading = {
  /** The caller's current role. Null if the session has ended. */
  role: number | null
  /** Changes with every write to the list's sources, and never repeats. */
  revision: string
  /** The rows as a JSON array. Null if the revision is known, or if the role may not see the rows. */
  body: Buffer | null
  /** If the list or its changed parts are longer than `maxBytes`: their bytes, and there is no body. Otherwise null. */
  excess: number | null
  /** The number of rows on all pages, for a paged list with a body. */
  total: number | null
  /** Set for a list in parts with a body, for the next read of it. */
  parts?: CachedParts
  /** Set if the reader asks for positions. */
  position?: string | undefined
}

/** Far more than a browser shows, and well below what would exhaust the memory of the process. */
const defaultLimits = { rows: 200_000, bytes: 100_000_000 }

/** The size of the longest list. */
export const maxListBytes = defaultLimits.bytes

export const listTooLongMessage = 'This list is too long to be sent at once.'

type ReadList = (
  list: ListQuery,
  caller: ListCaller,
  options?: {
    /** Returns only the size of a longer list, so that its caller can make room for it. */
    maxBytes?: number
    /** False to learn the role and the revision alone. */
    withRows?: boolean
    /** The parts of the list as they were last read. */
    cached?: CachedParts | undefined
  },
) => Promise<ListReading>

/**
 * Reads the account, the revision and the rows in one statement: one round trip, one snapshot. If a revision of a list in
 * parts is known, a shorter statement asks first whether it is current. A caller who may not see the list learns nothing,
 * not even that it does not exist.
 */
export function createListReader(
  run: RunStatement,
  { limits = defaultLimits, positionSql }: ReaderOptions = {},
): ReadList {
  // Cached, because pg compares the text at every call, and that is cheap only for the same string object.
  const statements = new Map<string, string>()
  const revisionStatements = new Map<string, string>()

  async function readRevision(list: ListQuery, caller: ListCaller) {
    const { userId, version, session } = caller
    const { startDate = '-infinity', endDate = 'infinity' } = list.days ?? {}
    const name = `revision of ${list.name}`
    const text = revisionStatements.get(name) ?? revisionStatement(list, positionSql)
    revisionStatements.set(name, text)
    const values = [userId, version, session, startDate, endDate]
    const [revision] = await run<ListRevision>({ name, text, values }, caller)
    if (!revision) throw new Error('A revision statement must return a row.')
    return revision
  }

  return async (list, caller, { maxBytes = limits.bytes, withRows = true, cached } = {}) => {
    const { userId, version, session, roles, known } = caller
    const { name, values = [], days = {}, parent } = list
    if (list.parts && (known.length > 0 || !withRows)) {
      const { role, revision, position } = await readRevision(list, caller)
      const hasRows = withRows && role !== null && roles.includes(role) && !known.includes(revision)
      if (!hasRows) return { role, revision, body: null, excess: null, total: null, position }
    }
    const text = statements.get(name) ?? listStatement(list, limits, positionSql)
    statements.set(name, text)
    const statement = {
      name,
      text,
      values: [
        ...values,
        userId,
        version,
        session,
        // No role may see the rows: the same prepared statement then reads none.
        withRows ? roles : [],
        known,
        days.startDate ?? '-infinity',
        days.endDate ?? 'infinity',
        maxBytes,
        ...(list.parts ? partsToCompare(cached) : []),
      ],
    }
    const chunks = await run<Chunk>(statement, caller)
    const rows = chunks.toSorted((one, other) => (one.last ?? 0) - (other.last ?? 0))
    const [first] = rows
    if (!first) throw new Error('A list statement must return at least one row.')
    const { role, revision, changed, found, total, position } = first
    const bytes = rows.reduce((most, chunk) => Math.max(most, chunk.bytes), 0)
    const nothing = { role, revision, body: null, excess: null, total: null, position }
    if (role === null || !roles.includes(role)) return nothing
    if (parent && !found) throw noSuchRecord(parent.kind)
    if (!changed) return nothing
    if (!rows.every((chunk) => chunk.fits)) throw new AppError('malformed', listTooLongMessage)
    if (bytes > maxBytes) return { ...nothing, excess: bytes }
    if (list.parts) {
      const combined = combineParts(rows, orderOfParts(list.parts), cached)
      const isTooLong = combined.rows > limits.rows || combined.length > limits.bytes
      if (isTooLong) throw new AppError('malformed', listTooLongMessage)
      if (combined.length > maxBytes) return { ...nothing, excess: combined.length }
      return { role, revision, ...combined.join(), excess: null, total, position }
    }
    const body = list.single ? Buffer.from(first.body) : joinArrays(rows.map((chunk) => chunk.body))
    return { role, revision, body, excess: null, total, position }
  }
}

/** The last values of the statement for a list in parts. */
function partsToCompare(cached?: CachedParts): unknown[] {
  return cached ? [cached.base, cached.keys, cached.versions] : ['', '{}', '{}']
}

type ListRevision = { role: number | null; revision: string; position?: string }

/** Some rows of a list. `last`, `fits` and `bytes` count up to here, all others are of the whole list. Those of parts are missing without parts. */
type Chunk = ListRevision &
  PartChunk & {
    /** Whether there is a body: the role may see it, and the revision is new. */
    changed: boolean
    found: boolean
    /** The position of its last row in the list. Null if there are no rows. */
    last: number | null
    /** Whether the list up to here is within the limits. */
    fits: boolean
    /** The bytes up to here, in the order in which PostgreSQL made them. */
    bytes: number
    total: number | null
  }
