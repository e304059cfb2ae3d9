import { deletedRecords as report, ownerRole } from '@stockie/contracts'
import { Router, type RequestHandler } from 'express'
import { AppError } from '@/errors'
import { currentUser } from '@/http/authenticate'
import type { Lists } from '@/http/lists'
import { parseQuery } from '@/http/parse-request'
import { deletedRecords } from './deleted-records'

export function deletedRoutes(lists: Lists): Router {
  const router = Router()

  router.get('/', requireOwner, async (request, response) => {
    await lists.answer(request, response, deletedRecords(parseQuery(report.query, request)))
  })

  return router
}

const requireOwner: RequestHandler = (_request, response, next) => {
  if (currentUser(response).role !== ownerRole) {
    throw new AppError('forbidden', 'The owner alone may see what was deleted.')
  }
  next()
}
