import { allowedRoles, totalCountHeader } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { ListQuery, RowQuery } from '#src/database/sql/list-reader'
import { AppError } from '#src/errors'
import { type Callers, refuseOtherRoles, unauthenticated } from './authentication'
import type { FastRoute, RequestParams } from './fast-router'
import { createCachedListReader, createEtags } from './list-cache'
import { parseQuery } from './request-body'
import { sendBody } from './response-body'

/** A list or a report, told by whoever has it. */
export type ListEndpoint = {
  /** Below the API's root. */
  path: string
  /** What is asked for; throws what is wrong with the asking. */
  list: (asked: RequestParams) => ListQuery | RowQuery
  /** Where not every role may see it. */
  only?: { role: number; refusal: string }
}

type Parts = { pool: Pool; callers: Callers; timeZone: string }

/** Answers a list as PostgreSQL writes it, or 304 where the caller has it still. */
export function createListEndpoints({
  pool,
  callers,
  timeZone,
}: Parts): (read: ListEndpoint) => FastRoute {
  const readCurrent = createCachedListReader(pool)
  const etags = createEtags(timeZone)

  return ({ path, list: toList, only }) => {
    const roles = only ? [only.role] : allowedRoles

    function refuse(role: number): void {
      refuseOtherRoles(role)
      if (only && role !== only.role) throw new AppError('forbidden', only.refusal)
    }

    const answer: FastRoute['answer'] = async (request, response, asked) => {
      const claim = callers.claimOf(request)
      let list: ReturnType<ListEndpoint['list']>
      try {
        list = toList(asked)
      } catch (error) {
        // Whoever may not ask is told that first.
        refuse((await callers.find(request)).role)
        throw error
      }
      const known = etags.revisionsIn(request.headers['if-none-match'], list)
      const { role, revision, rows } = await readCurrent(list, { ...claim, roles, known })
      if (role === null) throw unauthenticated()
      refuse(role)

      response.setHeader('ETag', etags.of(list, revision))
      const isKnown = known.includes(revision) || request.headers['if-none-match'] === '*'
      if (!rows || isKnown) {
        response.writeHead(304).end()
      } else {
        if (rows.total !== null) response.setHeader(totalCountHeader, rows.total)
        await sendBody(request, response, rows.body)
      }
    }

    return { method: 'GET', path, answer }
  }
}

/** The list of one of the eight resources. */
export function listOf<Query extends z.ZodType>(
  { path, query }: { path: string; query: Query },
  { list }: { list: (query: z.output<Query>) => ListQuery },
): ListEndpoint {
  return { path, list: (asked) => list(parseQuery(query, asked)) }
}
