import { deletedSinceHeader } from '@stockie/contracts'
import { Router } from 'express'
import type { z } from 'zod'
import type { First } from '@/database/create-once'
import type { Deletion } from '@/database/deletion'
import { currentUser } from './authenticate'
import { readIdempotencyKey } from './idempotency-header'
import { parseBody, parseId } from './parse-request'
import { addRemovalRoutes } from './removal-routes'
import { retryLostRaces } from './retry-lost-races'

type Schema = z.ZodType
type Resource<Input, Update> = { input: Input; updateInput: Update }

export type CrudService<Input extends Schema, Update extends Schema> = Deletion & {
  create: (input: z.output<Input>, userId: number, key: string | undefined) => Promise<First>
  update: (id: number, input: z.output<Update>, userId: number) => Promise<object>
}

/** How the six kinds of records are written. It knows HTTP, and no field of any of them. */
export function crudRouter<Input extends Schema, Update extends Schema>(
  resource: Resource<Input, Update>,
  service: CrudService<Input, Update>,
): Router {
  const router = Router()

  router.post('/', async (request, response) => {
    const key = readIdempotencyKey(request)
    const input = parseBody(resource.input, request)
    const { id } = currentUser(response)
    const made = await retryLostRaces(() => service.create(input, id, key))
    if (made.isDeleted) response.setHeader(deletedSinceHeader, 'true')
    response.status(201).type('json').send(made.document)
  })

  addRemovalRoutes(router, service)

  router.put('/:id', async (request, response) => {
    const id = parseId(request)
    const input = parseBody(resource.updateInput, request)
    response.json(await retryLostRaces(() => service.update(id, input, currentUser(response).id)))
  })

  return router
}
