import { allowedRoles, totalCountHeader } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { ListQuery } from '@/database/read-list'
import type { RowQuery } from '@/database/read-row'
import { AppError } from '@/errors'
import { refuseOtherRoles, unauthenticated, type Callers } from './callers'
import { createCurrentLists } from './current-lists'
import { createEtags } from './etags'
import type { Asked, FrontCall } from './front'
import { sendBody } from './send-body'

/** A list or a report, told by whoever has it. */
export type Read = {
  /** Below the API's root. */
  path: string
  /** What is asked for; throws what is wrong with the asking. */
  list: (asked: Asked) => ListQuery | RowQuery
  /** Where not every role may see it. */
  only?: { role: number; refusal: string }
}

type Parts = { pool: Pool; callers: Callers; timeZone: string }

/** Answers a list as PostgreSQL writes it, or 304 where the caller has it still. */
export function createReads({ pool, callers, timeZone }: Parts): (read: Read) => FrontCall {
  const readCurrent = createCurrentLists(pool)
  const etags = createEtags(timeZone)

  return ({ path, list: toList, only }) => {
    const roles = only ? [only.role] : allowedRoles

    function refuse(role: number): void {
      refuseOtherRoles(role)
      if (only && role !== only.role) throw new AppError('forbidden', only.refusal)
    }

    const answer: FrontCall['answer'] = async (request, response, asked) => {
      const claim = callers.claimOf(request)
      let list: ReturnType<Read['list']>
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
