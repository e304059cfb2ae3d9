import {
  dailyTotals as daily,
  profitSummary as profit,
  salesBreakdown as breakdown,
} from '@stockie/contracts'
import { Router } from 'express'
import type { Lists } from '@/http/lists'
import { parseQuery } from '@/http/parse-request'
import { dailyTotals } from './daily-totals'
import { profitSummary } from './profit-summary'
import { salesBreakdown } from './sales-breakdown'

export function reportRoutes({ lists, timeZone }: { lists: Lists; timeZone: string }): Router {
  const router = Router()

  router.get('/profit-summary', async (request, response) => {
    const range = parseQuery(profit.query, request)
    await lists.answer(request, response, profitSummary(range, timeZone))
  })

  router.get('/daily', async (request, response) => {
    const range = parseQuery(daily.query, request)
    await lists.answer(request, response, dailyTotals(range, timeZone))
  })

  router.get('/sales-breakdown', async (request, response) => {
    await lists.answer(request, response, salesBreakdown(parseQuery(breakdown.query, request)))
  })

  return router
}
