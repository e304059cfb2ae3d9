import { allowedRoles, seenHeader, totalCountHeader } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { Standby } from '#src/database/pool/standby'
import type { ListQuery } from '#src/database/sql/list-query'
import { parsePosition } from '#src/database/sql/position'
import type { RowQuery } from '#src/database/sql/row-reader'
import type { Answer, ApiRequest, Call, Endpoint } from '#src/http/api-router'
import { refuseRole, unauthenticated } from '#src/http/authentication'
import { createCurrentListReader } from './current-list'
import { createEtags, type createMemory } from './list-etag-cache'

type Query = ListQuery | RowQuery
type Only = Endpoint['only']

/** Answers with a list or a report, or with 304 if the caller's copy is still current. */
export type AnswerList = (
  call: Pick<Call<Query>, 'request' | 'input' | 'claim'>,
  options?: { only?: Only; needsPrimary?: boolean | undefined },
) => Promise<Answer>

type Parts = {
  pool: Pool
  standby?: Standby | undefined
  timeZone: string
  memory?: ReturnType<typeof createMemory>
}

const seenKey = seenHeader.toLowerCase()

/** Creates the one list cache of a process. */
export function createListAnswerer({ pool, standby, timeZone, memory }: Parts): AnswerList {
  const readCurrent = createCurrentListReader(pool, { standby, memory })
  const etags = createEtags(timeZone)

  return async ({ request, input: list, claim }, { only, needsPrimary = false } = {}) => {
    const seen = needsPrimary ? undefined : parsePosition(request.headers[seenKey])
    const header = request.headers['if-none-match']
    const known = etags.parseRevisions(header, list)
    const roles = only?.roles ?? allowedRoles
    const { userId, version, session } = claim
    const current = await readCurrent(list, { userId, version, session, roles, known, seen })
    const { role, revision, rows, position, release } = current
    const isAllowed = role !== null && roles.includes(role)
    if (!isAllowed || !rows || known.includes(revision) || header === '*') release()
    if (role === null) throw unauthenticated()
    refuseRole(role, only)

    const headers: Record<string, string> = { ETag: etags.create(list, revision) }
    if (position !== undefined) headers[seenHeader] = position
    if (!rows || known.includes(revision) || header === '*') return { status: 304, headers }
    if (rows.total !== null) headers[totalCountHeader] = String(rows.total)
    return { status: 200, headers, body: rows.body, onClose: release }
  }
}

type ListDefinition = {
  path: string
  /** Returns the query for a request. Throws an AppError if the request is invalid. */
  list: (request: ApiRequest) => Query
  only?: NonNullable<Only>
  /** Set if no answer may come from a standby. */
  needsPrimary?: true
}

export function listEndpoint(
  answerList: AnswerList,
  { path, list, only, needsPrimary }: ListDefinition,
): Endpoint<Query> {
  return {
    method: 'GET',
    path,
    auth: 'statement',
    only,
    read: list,
    answer: (call) => answerList(call, { only, needsPrimary }),
  }
}
