import type { DateRangeQuery } from '@stockie/contracts'
import type { z } from 'zod'
import type { Deletion } from '#src/database/sql/deletion'
import type { DocumentAnswer } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-reader'
import type { TokenClaim } from '#src/security/tokens'
import { forbidden, unauthenticated } from '#src/http/authentication'
import type { Endpoint } from './endpoint'
import { type AnswerList, listEndpoint } from './list-endpoints'
import { answerCreated, removalEndpoints } from './record-endpoints'
import { parseBody, parseQuery, readIdempotencyKey } from '#src/http/request-input'

type Resource<Input extends z.ZodType> = {
  path: string
  input: Input
  query: z.ZodType<DateRangeQuery>
}

/** Lists, records, deletes and restores sales or purchases. */
type DocumentService<Input extends z.ZodType> = Deletion & {
  list: (days: DateRangeQuery) => ListQuery
  record: (
    input: z.output<Input>,
    caller: TokenClaim,
    key: string | undefined,
  ) => Promise<DocumentAnswer>
}

/** The statement that records the document also checks the account, so a sale is one round trip. */
export function documentEndpoints<Input extends z.ZodType>(
  { path, input, query }: Resource<Input>,
  service: DocumentService<Input>,
  answerList: AnswerList,
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
  return [list, create, ...removalEndpoints(path, service)]
}
