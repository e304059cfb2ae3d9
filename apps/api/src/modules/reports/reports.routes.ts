import { profitSummary as report } from '@stockie/contracts'
import { Router } from 'express'
import type { Lists } from '@/http/lists'
import { parseQuery } from '@/http/parse-request'
import { profitSummary } from './profit-summary'

export function reportRoutes({ lists, timeZone }: { lists: Lists; timeZone: string }): Router {
  const router = Router()

  router.get('/profit-summary', async (request, response) => {
    const range = parseQuery(report.query, request)
    await lists.answer(request, response, profitSummary(range, timeZone))
  })

  return router
}
