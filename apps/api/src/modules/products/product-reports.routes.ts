import {
  productLines as lines,
  productSummary as summary,
  stockMovements as movements,
} from '@stockie/contracts'
import { Router } from 'express'
import type { Lists } from '@/http/lists'
import { parseId, parseQuery } from '@/http/parse-request'
import { productLines } from './product-lines'
import { productSummary } from './product-summary'
import { stockMovements } from './stock-movements'

/** What is read of products beside their list. */
export function productReports(lists: Lists): Router {
  const router = Router()

  router.get('/summary', async (request, response) => {
    await lists.answer(request, response, productSummary(parseQuery(summary.query, request)))
  })

  router.get('/:id/lines', async (request, response) => {
    const id = parseId(request, 'product')
    await lists.answer(request, response, productLines(id, parseQuery(lines.query, request)))
  })

  router.get('/:id/movements', async (request, response) => {
    const id = parseId(request, 'product')
    await lists.answer(request, response, stockMovements(id, parseQuery(movements.query, request)))
  })

  return router
}
