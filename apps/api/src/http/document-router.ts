import { deletedSinceHeader } from '@stockie/contracts'
import { Router } from 'express'
import type { z } from 'zod'
import type { Deletion } from '@/database/deletion'
import { currentUser } from './authenticate'
import { createJsonBody } from './json-body'
import { readIdempotencyKey } from './idempotency-header'
import { parseBody } from './parse-request'
import { addRemovalRoutes } from './removal-routes'
import { retryLostRaces } from './retry-lost-races'
import { sendBody } from './send-body'

type Schema = z.ZodType

export type DocumentService<Input extends Schema> = Deletion & {
  /** Answers the document as JSON, which was recorded now or under the same key before. */
  record: (
    input: z.output<Input>,
    userId: number,
    key: string | undefined,
  ) => Promise<{ document: string; isDeleted: boolean }>
}

/** How sales and purchases are written, which are recorded once and never edited. */
export function documentRouter<Input extends Schema>(
  resource: { input: Input },
  service: DocumentService<Input>,
): Router {
  const router = Router()

  router.post('/', async (request, response) => {
    const key = readIdempotencyKey(request)
    const input = parseBody(resource.input, request)
    const { id } = currentUser(response)
    const { document, isDeleted } = await retryLostRaces(() => service.record(input, id, key))
    if (isDeleted) response.set(deletedSinceHeader, 'true')
    await sendBody(request, response.status(201), createJsonBody(document))
  })

  addRemovalRoutes(router, service)

  return router
}
