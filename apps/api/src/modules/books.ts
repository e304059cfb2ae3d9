import {
  type Books,
  books,
  booksInput,
  closedInFuture,
  noQuery,
  ownerRole,
} from '@stockie/contracts'
import type { Pool } from 'pg'
import { actingAs } from '#src/database/sql/acting-account'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { readVersionConflict } from '#src/database/sql/version-conflict'
import { invalidFields } from '#src/errors'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import type { Describe } from '#src/http/openapi/document'
import { describeGet, versionHeaders } from '#src/http/openapi/operations'
import { body, json, problems } from '#src/http/openapi/responses'
import { parseBody, readIfMatch } from '#src/http/request-input'
import { toJsonBody } from '#src/http/response-body'
import { dayIn } from '#src/time'

export const booksModule: ApiModule = {
  describe: (registry) => describeBooks(registry),
  endpoints: ({ pool, timeZone }) => [getBooks(pool, timeZone), moveClosedDay(pool, timeZone)],
}

const columns = `closed_through as "closedThrough", ${isoInstantSql('exact_since')} as "exactSince", version`

type Row = Omit<Books, 'today' | 'exactSinceDay'>

async function readRow(pool: Pool): Promise<Row> {
  const { rows } = await pool.query<Row>(`select ${columns} from books`)
  if (!rows[0]) throw new Error('The table books must have its row.')
  return rows[0]
}

const present = (row: Row, timeZone: string) => {
  const { exactSince } = row
  const shown: Books = {
    ...row,
    today: dayIn(timeZone, new Date()),
    exactSinceDay: exactSince && dayIn(timeZone, new Date(exactSince)),
  }
  return { status: 200, body: toJsonBody(shown) }
}

function getBooks(pool: Pool, timeZone: string): Endpoint {
  return {
    method: 'GET',
    path: 'books',
    auth: 'role',
    read: () => undefined,
    answer: async () => present(await readRow(pool), timeZone),
  }
}

type Move = { closedThrough: string | null; version: number | undefined }

/**
 * A trigger of the table waits for the writes in progress, so none slips past the new date. A move that changes nothing
 * must not wait, so the row is read first.
 */
function moveClosedDay(pool: Pool, timeZone: string): Endpoint<Move> {
  return {
    method: 'PUT',
    path: 'books',
    auth: 'role',
    only: { roles: [ownerRole], refusal: 'Only the owner may close the books or open them again.' },
    retries: true,
    read(request) {
      const { closedThrough } = parseBody(booksInput, request)
      if (closedThrough !== null && closedThrough > dayIn(timeZone, new Date())) {
        throw invalidFields([{ path: 'closedThrough', message: closedInFuture }])
      }
      return { closedThrough, version: readIfMatch(request) }
    },
    async answer({ input: { closedThrough, version }, account }) {
      const before = await readRow(pool)
      const isCurrent = version === undefined || version === before.version
      if (isCurrent && closedThrough === before.closedThrough) return present(before, timeZone)
      const moved = isCurrent
        ? await pool.query<Row>(
            `update books set closed_through = $2 from ${actingAs('$1')}
             where version = coalesce($3, version) returning ${columns}`,
            [account.id, closedThrough, version ?? null],
          )
        : undefined
      if (moved?.rows[0]) return present(moved.rows[0], timeZone)
      const current = { text: `select id, ${columns} from books` }
      throw await readVersionConflict(pool, { resource: 'books', id: 1, current })
    },
  }
}

const describeBooks: Describe = (registry) => {
  const answer = books.meta({ id: 'Books' })
  describeGet({
    path: '/books',
    operationId: 'getBooks',
    tag: 'Books',
    summary: 'Get the day up to which the books are closed',
    query: noQuery,
    withoutEtag: true,
    answer,
  })(registry)
  registry.registerPath({
    method: 'put',
    path: '/books',
    operationId: 'closeBooks',
    summary: 'Close the books up to a day, or open them again',
    description:
      'For the owner only. Sales, purchases, returns, expenses and cash counts of a closed day cannot be recorded, ' +
      'changed, deleted or restored: 409 with the type `urn:stockie:problem:books-closed`. The move waits for the writes ' +
      'that are in progress, for two seconds at most: 503 if one of them takes longer.',
    tags: ['Books'],
    request: {
      ...body('The day.', booksInput.meta({ id: 'BooksInput' })),
      headers: versionHeaders,
    },
    responses: { 200: json('Moved.', answer), ...problems(401, 403, 404, 412, 413, 415, 422) },
  })
}
