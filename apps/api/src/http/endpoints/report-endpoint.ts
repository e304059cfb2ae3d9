import type { Pool } from 'pg'
import type { z } from 'zod'
import { type KnownAt, momentValue } from '#src/database/sql/journal'
import type { ListQuery, RowQuery } from '#src/database/sql/list-reader'
import { AppError } from '#src/errors'
import type { ModuleParts, Endpoint } from '#src/http/api-router'
import { parseQuery } from '#src/http/request-input'
import { dayIn } from '#src/time'

/** In milliseconds. A commit that takes longer has been given up. */
const longestCommit = 60_000

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
      if (input.knownAt && isRecent(input.knownAt, timeZone)) {
        await awaitCommits(pool, input.knownAt)
      }
      return answerList({ request, input: input.list, claim }, undefined)
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
  const moment = new Date(asOf)
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

/** Whether a transaction of that moment may still be in its commit. */
function isRecent(knownAt: KnownAt, timeZone: string): boolean {
  const then = new Date(Date.now() - longestCommit)
  if ('instant' in knownAt) return new Date(knownAt.instant) > then
  return knownAt.day === dayIn(timeZone, then) && knownAt.day !== dayIn(timeZone, new Date())
}

/** Waits for such transactions, so that the same request answers the same later. */
async function awaitCommits(pool: Pool, knownAt: KnownAt): Promise<void> {
  const moment = 'instant' in knownAt ? momentValue(knownAt) : 'now'
  await pool.query('select await_commits($1::timestamptz)', [moment])
}
