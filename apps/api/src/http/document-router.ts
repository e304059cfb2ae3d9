import { deletedSinceHeader } from '@stockie/contracts'
import { Router } from 'express'
import type { z } from 'zod'
import type { Deletion } from '@/database/deletion'
import type { ListQuery } from '@/database/read-list'
import { currentUser } from './authenticate'
import { readIdempotencyKey } from './idempotency-header'
import type { Lists } from './lists'
import { parseBody, parseQuery } from './parse-request'
import { addRemovalRoutes } from './removal-routes'
import { retryLostRaces } from './retry-lost-races'

type Schema = z.ZodType
type Resource<Query, Input> = { query: Query; input: Input }

export type DocumentService<Query extends Schema, Input extends Schema> = Deletion & {
  list: (query: z.output<Query>) => ListQuery
  /** Answers the document as JSON, which was recorded now or under the same key before. */
  record: (
    input: z.output<Input>,
    userId: number,
    key: string | undefined,
  ) => Promise<{ document: string; isDeleted: boolean }>
}

/** The calls of sales and purchases, which are recorded once and never edited. */
export function documentRouter<Query extends Schema, Input extends Schema>(
  resource: Resource<Query, Input>,
  service: DocumentService<Query, Input>,
  lists: Lists,
): Router {
  const router = Router()

  router.get('/', async (request, response) => {
    await lists.answer(request, response, service.list(parseQuery(resource.query, request)))
  })

  router.post('/', async (request, response) => {
    const key = readIdempotencyKey(request)
    const input = parseBody(resource.input, request)
    const { id } = currentUser(response)
    const { document, isDeleted } = await retryLostRaces(() => service.record(input, id, key))
    if (isDeleted) response.set(deletedSinceHeader, 'true')
    response.status(201).type('json').send(document)
  })

  addRemovalRoutes(router, service)

  return router
}
