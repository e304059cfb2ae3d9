import { type DateRangeQuery, deletedSinceHeader, idsInput } from '@stockie/contracts'
import type { z } from 'zod'
import type { Deletion } from '#src/database/sql/deletion-and-restore'
import type { DocumentAnswer, StoredAnswer } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-reader'
import { noSuchRecord } from '#src/errors'
import type { TokenClaim } from '#src/security/tokens'
import type { Answer, Call, Endpoint } from '#src/http/api-router'
import { forbidden, unauthenticated } from '#src/http/authentication'
import { retryOnConflict } from '#src/http/conflict-retry'
import type { ChangeBudget } from './change-budget'
import { type AnswerList, listEndpoint } from './list-endpoints'
import { parseBody, parseId, parseQuery, readIdempotencyKey } from '#src/http/request-input'
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
  update: (id: number, input: z.output<Update>, userId: number) => Promise<object>
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
  const update: Endpoint<{ id: number; record: z.output<Update> }> = {
    method: 'PUT',
    path: `${path}/{id}`,
    auth: 'role',
    retries: true,
    read: (request) => ({ id: parseId(request), record: parseBody(updateInput, request) }),
    answer: async ({ input: { id, record }, account }) => ({
      status: 200,
      body: toJsonBody(await service.update(id, record, account.id)),
    }),
  }
  const list = listEndpoint(answerList, {
    path,
    list: (request) => service.list(parseQuery(query, request)),
  })
  return [list, create, update, ...removalEndpoints(path, service, changeBudget)]
}

type DocumentResource<Input extends Schema> = {
  path: string
  input: Input
  query: z.ZodType<DateRangeQuery>
}

/** Lists, records, deletes and restores sales or purchases. */
type DocumentService<Input extends Schema> = Deletion & {
  list: (days: DateRangeQuery) => ListQuery
  record: (
    input: z.output<Input>,
    caller: TokenClaim,
    key: string | undefined,
  ) => Promise<DocumentAnswer>
}

/** The statement that records the document also checks the account, so a sale is one round trip. */
export function documentEndpoints<Input extends Schema>(
  { path, input, query }: DocumentResource<Input>,
  service: DocumentService<Input>,
  { answerList, changeBudget }: Shared,
): Endpoint[] {
  const create: Endpoint<{ document: z.output<Input>; key: string | undefined }> = {
    method: 'POST',
    path,
    auth: 'statement',
    retries: true,
    read({ request, body }) {
      const key = readIdempotencyKey(request)
      return { document: parseBody(input, { body }), key }
    },
    async answer({ input: { document, key }, claim }) {
      const answered = await service.record(document, claim, key)
      if (answered.document !== null) return answerCreated(answered)
      throw answered.role === null ? unauthenticated() : forbidden()
    },
  }
  const list = listEndpoint(answerList, {
    path,
    list: (request) => service.list(parseQuery(query, request)),
  })
  return [list, create, ...removalEndpoints(path, service, changeBudget)]
}

/** Answers 201 with the new row, or with the stored answer of the same Idempotency-Key. */
function answerCreated({ document, isDeleted }: StoredAnswer): Answer {
  return {
    status: 201,
    ...(isDeleted && { headers: { [deletedSinceHeader]: 'true' } }),
    body: createJsonBody(document),
  }
}

/** Deletes one, deletes many and restores many. The same for all eight resources. */
function removalEndpoints(
  path: string,
  { remove, restore, rowsPerRecord, countRows }: Deletion,
  budget: ChangeBudget,
): Endpoint[] {
  /** Returns the number of changed records. Each retry costs its rows. */
  async function changeWithin(
    change: Deletion['remove'],
    { input: ids, account }: Pick<Call<number[]>, 'input' | 'account'>,
  ): Promise<number> {
    const cost = { most: ids.length * rowsPerRecord, count: () => countRows(ids) }
    const { records } = await retryOnConflict(() =>
      budget.spend(account.id, cost, () => change(ids, account.id)),
    )
    return records
  }

  function changeMany(
    method: Endpoint['method'],
    name: string,
    change: Deletion['remove'],
  ): Endpoint<number[]> {
    return {
      method,
      path: `${path}/${name}`,
      auth: 'role',
      read: (request) => parseBody(idsInput, request).ids,
      answer: async (call) => ({
        status: 200,
        body: toJsonBody({ count: await changeWithin(change, call) }),
      }),
    }
  }

  const removeOne: Endpoint<number> = {
    method: 'DELETE',
    path: `${path}/{id}`,
    auth: 'role',
    read: (request) => parseId(request),
    async answer({ input: id, account }) {
      const count = await changeWithin(remove, { input: [id], account })
      if (count === 0) throw noSuchRecord()
      return { status: 204 }
    },
  }
  return [changeMany('DELETE', 'bulk', remove), changeMany('POST', 'restore', restore), removeOne]
}
