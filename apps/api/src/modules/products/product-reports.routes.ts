import { productSummary as summary, stockMovements as movements } from '@stockie/contracts'
import { Router } from 'express'
import type { Pool } from 'pg'
import { AppError } from '@/errors'
import type { Lists } from '@/http/lists'
import { parseId, parseQuery } from '@/http/parse-request'
import { productSummary } from './product-summary'
import { stockMovements } from './stock-movements'

/** What is read of products beside their list. */
export function productReports({ pool, lists }: { pool: Pool; lists: Lists }): Router {
  const router = Router()

  router.get('/summary', async (request, response) => {
    await lists.answer(request, response, productSummary(parseQuery(summary.query, request)))
  })

  router.get('/:id/movements', async (request, response) => {
    const id = parseId(request, 'product')
    const query = parseQuery(movements.query, request)
    const { rowCount } = await pool.query('select from products where id = $1', [id])
    if (!rowCount) throw new AppError('not_found', 'There is no such product.')
    await lists.answer(request, response, stockMovements(id, query))
  })

  return router
}
