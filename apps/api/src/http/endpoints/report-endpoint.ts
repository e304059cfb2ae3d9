import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { getDeadline, withDeadline } from '#src/database/pool/deadline-pool'
import { commitsSql, type KnownAt, nameAsOf } from '#src/database/sql/journal'
import type { ListQuery } from '#src/database/sql/list-query'
import type { RowQuery } from '#src/database/sql/row-reader'
import { AppError } from '#src/errors'
import type { ModuleParts, Endpoint } from '#src/http/api-router'
import { parseQuery } from '#src/http/request-input'
import { dayIn } from '#src/time'

/** In milliseconds. A commit can wait much longer, for instance for a standby. */
const longestWait = 1_500

/** In milliseconds. A pause doubles up to the last, because reading the locks delays the writers that hold them. */
const pauses = { first: 2, last: 50 }

/** Undefined if the query may leave the moment out, and does. */
type KnownAtOf<Query> = Query extends { asOf: string } ? KnownAt : KnownAt | undefined

type ReportDefinition<Query> = {
  path: string
  query: z.ZodType<Query>
  /** Returns the query for a request, as of a moment if the request names one. */
  list: (query: Query, timeZone: string, knownAt: KnownAtOf<Query>) => ListQuery | RowQuery
}

type Reading = { list: ListQuery | RowQuery; knownAt: KnownAt | undefined }

/** Answers a report as it is now, or as it was at the moment `asOf`. */
export function reportEndpoint<Query extends { asOf?: string | undefined }>(
  { answerList, pool, timeZone }: Pick<ModuleParts, 'answerList' | 'pool' | 'timeZone'>,
  { path, query, list }: ReportDefinition<Query>,
): Endpoint<Reading> {
  return {
    method: 'GET',
    path,
    auth: 'statement',
    read(request) {
      const input = parseQuery(query, request)
      const knownAt = input.asOf === undefined ? undefined : readMoment(input.asOf, timeZone)
      return { list: list(input, timeZone, knownAt as KnownAtOf<Query>), knownAt }
    },
    async answer({ request, input, claim }) {
      const call = { request, input: input.list, claim }
      const { knownAt } = input
      if (!knownAt || isToday(knownAt, timeZone)) return answerList(call)
      const answerOnceCommitted = async () => {
        await awaitCommits(pool, knownAt, timeZone)
        // A standby may still lack what the primary has committed.
        return answerList(call, { needsPrimary: true })
      }
      return withDeadline(getDeadline(), answerOnceCommitted, true)
    },
  }
}

/** The moment that a request names. Throws 400 if it lies in the future. The end of today is allowed. */
function readMoment(asOf: string, timeZone: string): KnownAt {
  const now = new Date()
  if (!asOf.includes('T')) {
    if (asOf > dayIn(timeZone, now)) throw inFuture()
    return { day: asOf }
  }
  // JavaScript misreads more than three digits that begin with 0.
  const moment = new Date(asOf.replace(/(\.\d{3})\d+/, '$1'))
  if (moment > now) throw inFuture()
  // PostgreSQL has no year 0, counts microseconds, and refuses some offsets that exist nowhere.
  const year1 = new Date('0001-01-01T00:00:00Z')
  const fraction = (/\.(\d+)/.exec(asOf)?.[1] ?? '').padEnd(6, '0').slice(0, 6)
  const [seconds] = (moment < year1 ? year1 : moment).toISOString().split('.')
  return { instant: `${seconds}.${fraction}Z` }
}

function inFuture(): AppError {
  const message = 'asOf must not be in the future'
  return new AppError('malformed', message, { errors: [{ path: 'asOf', message }] })
}

const isToday = (knownAt: KnownAt, timeZone: string) =>
  'day' in knownAt && knownAt.day === dayIn(timeZone, new Date())

/**
 * Waits until every transaction that counts from the moment or before is visible, so that the same request answers the
 * same later. Throws 503 if that takes too long. No connection is held meanwhile.
 */
async function awaitCommits(pool: Pool, knownAt: KnownAt, timeZone: string): Promise<void> {
  const look = async () => {
    const { rows } = await pool.query<{ isFuture: boolean; committing: string[] }>({
      name: nameAsOf('commits', knownAt),
      text: commitsSql({ knownAt, moment: '$1', zone: '$2' }),
      // Only a day depends on the zone.
      values: 'day' in knownAt ? [knownAt.day, timeZone] : [knownAt.instant],
    })
    return rows[0] ?? { isFuture: true, committing: [] }
  }
  const began = performance.now()
  let { isFuture, committing } = await look()
  for (let pause = pauses.first; isFuture || committing.length > 0; pause *= 2) {
    if (performance.now() - began > longestWait) throw stillCommitting()
    await setTimeout(Math.min(pause, pauses.last))
    const seen = await look()
    // A transaction that began its commit after the moment does not matter.
    committing = isFuture
      ? seen.committing
      : seen.committing.filter((one) => committing.includes(one))
    isFuture = seen.isFuture
  }
}

function stillCommitting(): AppError {
  return new AppError('unavailable', 'The database is busy.', { retryAfter: 1 })
}
