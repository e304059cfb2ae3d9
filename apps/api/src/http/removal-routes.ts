import { idsInput, type CountAnswer } from '@stockie/contracts'
import type { Request, Response, Router } from 'express'
import type { Deletion } from '@/database/deletion'
import { AppError } from '@/errors'
import { currentUser } from './authenticate'
import { parseBody, parseId } from './parse-request'
import { retryLostRaces } from './retry-lost-races'

/** Deleting one, deleting many and bringing back: the same for all eight resources. */
export function addRemovalRoutes(router: Router, { remove, restore }: Deletion): Router {
  // Before '/:id', which would otherwise take "bulk" for an id.
  router.delete('/bulk', (request, response) => changeMany(remove, request, response))
  router.post('/restore', (request, response) => changeMany(restore, request, response))

  router.delete('/:id', async (request, response) => {
    const id = parseId(request)
    const count = await retryLostRaces(() => remove([id], currentUser(response).id))
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
  const count = await retryLostRaces(() => change(ids, currentUser(response).id))
  response.json({ count })
}
