import type { StockDifference } from '@stockie/contracts'
import { Router, type Response } from 'express'
import type { Pool } from 'pg'
import { reconcile } from './reconcile'

export function stockRoutes(pool: Pool): Router {
  const router = Router()

  // An audit counts anew every time: what it looks for would have come about past all revisions.
  router.get('/reconcile', async (_request, response: Response<StockDifference[]>) => {
    response.json(await reconcile(pool))
  })

  return router
}
