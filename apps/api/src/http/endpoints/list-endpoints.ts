import { allowedRoles, totalCountHeader } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { ListQuery, RowQuery } from '#src/database/sql/list-reader'
import type { Answer, ApiRequest, Call, Endpoint } from '#src/http/api-router'
import { refuseRole, unauthenticated } from '#src/http/authentication'
import { createCachedListReader, createEtags } from './list-etag-cache'

type Query = ListQuery | RowQuery
type Only = Endpoint['only']

/** Answers with a list or a report, or with 304 if the caller's copy is still current. */
export type AnswerList = (
  call: Pick<Call<Query>, 'request' | 'input' | 'claim'>,
  only: Only,
) => Promise<Answer>

/** Creates the one list cache of a process. */
export function createListAnswerer({
  pool,
  timeZone,
  memory,
}: {
  pool: Pool
  timeZone: string
  memory?: Parameters<typeof createCachedListReader>[1]
}): AnswerList {
  const readCurrent = createCachedListReader(pool, memory)
  const etags = createEtags(timeZone)

  return async ({ request, input: list, claim }, only) => {
    const header = request.headers['if-none-match']
    const known = etags.parseRevisions(header, list)
    const roles = only?.roles ?? allowedRoles
    const { role, revision, rows, release } = await readCurrent(list, { ...claim, roles, known })
    const isAllowed = role !== null && roles.includes(role)
    if (!isAllowed || !rows || known.includes(revision) || header === '*') release()
    if (role === null) throw unauthenticated()
    refuseRole(role, only)

    const headers: Record<string, string> = { ETag: etags.create(list, revision) }
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
}

export function listEndpoint(
  answerList: AnswerList,
  { path, list, only }: ListDefinition,
): Endpoint<Query> {
  return {
    method: 'GET',
    path,
    auth: 'statement',
    only,
    read: list,
    answer: (call) => answerList(call, only),
  }
}
