import type { IncomingMessage, ServerResponse } from 'node:http'
import { deletedSinceHeader } from '@stockie/contracts'
import type { z } from 'zod'
import type { DocumentAnswer } from '#src/database/sql/idempotency'
import type { TokenClaim } from '#src/security/tokens'
import { type Callers, forbidden, unauthenticated } from './authentication'
import { retryOnConflict } from './deadlines'
import type { FastRoute } from './fast-router'
import { parseBody, readIdempotencyKey, readJson } from './request-body'
import { createJsonBody, sendBody } from './response-body'

type Schema = z.ZodType

type Resource<Input extends Schema> = { path: string; input: Input }

/** How a sale or a purchase is recorded. */
type DocumentService<Input extends Schema> = {
  record: (
    input: z.output<Input>,
    caller: TokenClaim,
    key: string | undefined,
  ) => Promise<DocumentAnswer>
}

/**
 * Sales and purchases are what is written most of all, so they stand in front of Express too. The account
 * is looked up by the very statement that records, and by itself only where there is nothing to record.
 */
export function createDocumentEndpoints(callers: Callers) {
  return <Input extends Schema>(
    { path, input: schema }: Resource<Input>,
    { record }: DocumentService<Input>,
  ): FastRoute => {
    async function read(request: IncomingMessage, response: ServerResponse) {
      try {
        const body = await readJson(request, response)
        const key = readIdempotencyKey(request)
        return { input: parseBody(schema, { body }), key }
      } catch (error) {
        await callers.refuseFirst(request)
        throw error
      }
    }

    async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      callers.claimOf(request)
      const { input, key } = await read(request, response)
      // A body may take a minute to come, in which a token can run out. All else the statement asks.
      const claim = callers.claimOf(request)
      const answered = await retryOnConflict(() => record(input, claim, key))
      if (answered.document === null) {
        throw answered.role === null ? unauthenticated() : forbidden()
      }
      if (answered.isDeleted) response.setHeader(deletedSinceHeader, 'true')
      response.statusCode = 201
      await sendBody(request, response, createJsonBody(answered.document))
    }

    return { method: 'POST', path, answer }
  }
}
