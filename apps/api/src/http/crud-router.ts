import { Router } from 'express'
import type { z } from 'zod'
import type { Deletion } from '@/database/deletion'
import type { ListQuery } from '@/database/read-list'
import { currentUser } from './authenticate'
import type { Lists } from './lists'
import { parseBody, parseId, parseQuery } from './parse-request'
import { addRemovalRoutes } from './removal-routes'
import { retryLostRaces } from './retry-lost-races'

type Schema = z.ZodType
type Resource<Query, Input, Update> = { query: Query; input: Input; updateInput: Update }

export type CrudService<
  Query extends Schema,
  Input extends Schema,
  Update extends Schema,
> = Deletion & {
  list: (query: z.output<Query>) => ListQuery
  create: (input: z.output<Input>, userId: number) => Promise<object>
  update: (id: number, input: z.output<Update>, userId: number) => Promise<object>
}

/** The calls that the six kinds of records share. It knows HTTP, and no field of any of them. */
export function crudRouter<Query extends Schema, Input extends Schema, Update extends Schema>(
  resource: Resource<Query, Input, Update>,
  service: CrudService<Query, Input, Update>,
  lists: Lists,
): Router {
  const router = Router()

  router.get('/', async (request, response) => {
    await lists.answer(request, response, service.list(parseQuery(resource.query, request)))
  })

  router.post('/', async (request, response) => {
    const input = parseBody(resource.input, request)
    const row = await retryLostRaces(() => service.create(input, currentUser(response).id))
    response.status(201).json(row)
  })

  addRemovalRoutes(router, service)

  router.put('/:id', async (request, response) => {
    const id = parseId(request)
    const input = parseBody(resource.updateInput, request)
    response.json(await retryLostRaces(() => service.update(id, input, currentUser(response).id)))
  })

  return router
}
