import {
  deletedSinceHeader,
  idsInput,
  type RestoreInput,
  restoreInput,
  type SessionUser,
} from '@stockie/contracts'
import type { z } from 'zod'
import type { Changed, Deletion } from '#src/database/sql/deletion-and-restore'
import type { DocumentAnswer, StoredAnswer } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import type { Edit } from '#src/database/sql/record-writer'
import { noSuchRecord } from '#src/errors'
import type { TokenClaim } from '#src/security/tokens'
import type { Answer, ApiRequest, Endpoint } from '#src/http/api-router'
import { refusalOf } from '#src/http/authentication'
import { retryOnConflict } from '#src/http/conflict-retry'
import type { ChangeBudget } from './change-budget'
import { type AnswerList, listEndpoint } from './list-endpoints'
import {
  parseBody,
  parseId,
  parseQuery,
  readIdempotencyKey,
  readIfMatch,
} from '#src/http/request-input'
import { createJsonBody, toJsonBody } from '#src/http/response-body'

type Schema = z.ZodType

/** What all resources of a process share. */
type Shared = { answerList: AnswerList; changeBudget: ChangeBudget }

type RecordResource<Input extends Schema, Update extends Schema, Query extends Schema> = {
  path: string
  input: Input
  updateInput: Update
  query: Query
}

type RecordService<Input extends Schema, Update extends Schema, Query extends Schema> = Deletion & {
  list: (query: z.output<Query>) => ListQuery
  create: (input: z.output<Input>, userId: number, key: string | undefined) => Promise<StoredAnswer>
  update: (edit: Edit<z.output<Update>>) => Promise<object>
}

/** Lists, creates, updates, deletes and restores any of the six kinds of records. */
export function recordEndpoints<Input extends Schema, Update extends Schema, Query extends Schema>(
  { path, input, updateInput, query }: RecordResource<Input, Update, Query>,
  service: RecordService<Input, Update, Query>,
  { answerList, changeBudget }: Shared,
): Endpoint[] {
  const create: Endpoint<{ record: z.output<Input>; key: string | undefined }> = {
    method: 'POST',
    path,
    auth: 'role',
    retries: true,
    read({ request, body }) {
      const key = readIdempotencyKey(request)
      return { record: parseBody(input, { body }), key }
    },
    answer: async ({ input: { record, key }, account }) =>
      answerCreated(await service.create(record, account.id, key)),
  }
  const update: Endpoint<Omit<Edit<z.output<Update>>, 'userId'>> = {
    method: 'PUT',
    path: `${path}/{id}`,
    auth: 'role',
    retries: true,
    read: (request) => ({
      id: parseId(request),
      version: readIfMatch(request),
      key: readIdempotencyKey(request.request),
      input: parseBody(updateInput, request),
    }),
    answer: async ({ input: edit, account }) => ({
      status: 200,
      body: toJsonBody(await service.update({ ...edit, userId: account.id })),
    }),
  }
  const list = listEndpoint(answerList, {
    path,
    list: (request) => service.list(parseQuery(query, request)),
  })
  return [list, create, update, ...removalEndpoints(path, service, changeBudget)]
}

type DocumentResource<Input extends Schema, Query extends Schema> = {
  path: string
  input: Input
  query: Query
}

/** Lists, records, deletes and restores sales or purchases. */
type DocumentService<Input extends Schema, Query extends Schema> = Deletion & {
  list: (query: z.output<Query>) => ListQuery
  record: (
    input: z.output<Input>,
    caller: TokenClaim,
    key: string | undefined,
  ) => Promise<DocumentAnswer>
}

export function documentEndpoints<Input extends Schema, Query extends Schema>(
  { path, input, query }: DocumentResource<Input, Query>,
  service: DocumentService<Input, Query>,
  { answerList, changeBudget }: Shared,
): Endpoint[] {
  const create = recordEndpoint(
    path,
    ({ body }) => parseBody(input, { body }),
    (document, claim, key) => service.record(document, claim, key),
  )
  const list = listEndpoint(answerList, {
    path,
    list: (request) => service.list(parseQuery(query, request)),
  })
  return [list, create, ...removalEndpoints(path, service, changeBudget)]
}

/**
 * Records a document once for each idempotency key. The statement that records it also checks the account, so a sale
 * is one round trip.
 */
export function recordEndpoint<Document>(
  path: string,
  read: (request: ApiRequest) => Document,
  record: (
    document: Document,
    caller: TokenClaim,
    key: string | undefined,
  ) => Promise<DocumentAnswer>,
): Endpoint<{ document: Document; key: string | undefined }> {
  return {
    method: 'POST',
    path,
    auth: 'statement',
    retries: true,
    read(request) {
      const key = readIdempotencyKey(request.request)
      return { key, document: read(request) }
    },
    async answer({ input: { document, key }, claim }) {
      const answered = await record(document, claim, key)
      if (answered.document !== null) return answerCreated(answered)
      throw refusalOf(answered.role)
    },
  }
}

/** Answers 201 with the new row, or with the stored answer of the same Idempotency-Key. */
export function answerCreated({ document, isDeleted }: StoredAnswer): Answer {
  return {
    status: 201,
    ...(isDeleted && { headers: { [deletedSinceHeader]: 'true' } }),
    body: createJsonBody(document),
  }
}

/** Deletes one, deletes many and restores many. The same for all resources. */
export function removalEndpoints(
  path: string,
  { remove, restore, findBatch, rowsPerRecord, countRows }: Deletion,
  budget: ChangeBudget,
): Endpoint[] {
  /** Each retry costs its rows. */
  function changeWithin<Result extends Changed>(
    { id: userId }: SessionUser,
    ids: number[],
    change: (ids: number[], userId: number) => Promise<Result>,
  ): Promise<Result> {
    const cost = { most: ids.length * rowsPerRecord, count: () => countRows(ids) }
    return retryOnConflict(() => budget.spend(userId, cost, () => change(ids, userId)))
  }

  const removeMany: Endpoint<number[]> = {
    method: 'DELETE',
    path: `${path}/bulk`,
    auth: 'role',
    read: (request) => parseBody(idsInput, request).ids,
    async answer({ input: ids, account }) {
      const { records: count, batch } = await changeWithin(account, ids, remove)
      return { status: 200, body: toJsonBody({ count, batch }) }
    },
  }
  const restoreMany: Endpoint<RestoreInput> = {
    method: 'POST',
    path: `${path}/restore`,
    auth: 'role',
    read: (request) => parseBody(restoreInput, request),
    async answer({ input: { ids = [], batch }, account }) {
      // The budget needs the ids before the records change.
      const known = batch === undefined ? ids : await findBatch(batch)
      const { records: count, codesRemoved = [] } = await changeWithin(
        account,
        known,
        (...change) => restore(...change, batch),
      )
      const removed = codesRemoved.length > 0 ? { codesRemoved } : {}
      return { status: 200, body: toJsonBody({ count, ...removed }) }
    },
  }
  const removeOne: Endpoint<number> = {
    method: 'DELETE',
    path: `${path}/{id}`,
    auth: 'role',
    read: (request) => parseId(request),
    async answer({ input: id, account }) {
      const { records } = await changeWithin(account, [id], remove)
      if (records === 0) throw noSuchRecord()
      return { status: 204 }
    },
  }
  return [removeMany, restoreMany, removeOne]
}
