import { type CountAnswer, deletedSinceHeader, idsInput } from '@stockie/contracts'
import { type Request, type Response, Router } from 'express'
import type { z } from 'zod'
import type { Deletion } from '#src/database/sql/deletion'
import type { StoredAnswer } from '#src/database/sql/idempotency'
import { AppError } from '#src/errors'
import { currentUser } from './authentication'
import { retryOnConflict } from './deadlines'
import { parseBody, parseId, readIdempotencyKey } from './request-body'

type Schema = z.ZodType
type Resource<Input, Update> = { input: Input; updateInput: Update }

export type CrudService<Input extends Schema, Update extends Schema> = Deletion & {
  create: (input: z.output<Input>, userId: number, key: string | undefined) => Promise<StoredAnswer>
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
    const made = await retryOnConflict(() => service.create(input, id, key))
    if (made.isDeleted) response.setHeader(deletedSinceHeader, 'true')
    response.status(201).type('json').send(made.document)
  })

  addRemovalRoutes(router, service)

  router.put('/:id', async (request, response) => {
    const id = parseId(request)
    const input = parseBody(resource.updateInput, request)
    response.json(await retryOnConflict(() => service.update(id, input, currentUser(response).id)))
  })

  return router
}

/** Deleting one, deleting many and bringing back: the same for all eight resources. */
export function addRemovalRoutes(router: Router, { remove, restore }: Deletion): Router {
  // Before '/:id', which would otherwise take "bulk" for an id.
  router.delete('/bulk', (request, response) => changeMany(remove, request, response))
  router.post('/restore', (request, response) => changeMany(restore, request, response))

  router.delete('/:id', async (request, response) => {
    const id = parseId(request)
    const count = await retryOnConflict(() => remove([id], currentUser(response).id))
    if (count === 0) throw new AppError('not_found', 'There is no such record.')
    response.status(204).end()
  })

  return router
}

async function changeMany(
  change: Deletion['remove'],
  request: Request,
  response: Response<CountAnswer>,
): Promise<void> {
  const { ids } = parseBody(idsInput, request)
  const count = await retryOnConflict(() => change(ids, currentUser(response).id))
  response.json({ count })
}
