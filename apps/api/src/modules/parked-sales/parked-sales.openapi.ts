import { idParam, parkedSales } from '@stockie/contracts'
import { z } from 'zod'
import type { Describe } from '#src/http/openapi/document'
import {
  describeCreation,
  describeGet,
  describeRemoval,
  idempotencyHeaders,
} from '#src/http/openapi/operations'
import { json, problems } from '#src/http/openapi/responses'

export const describeParkedSales: Describe = (registry) => {
  const path = `/${parkedSales.path}`
  const words = { singular: 'parked sale', withArticle: 'a parked sale', plural: 'parked sales' }
  const row = parkedSales.row.meta({ id: 'ParkedSale' })
  const tag = 'Parked sales'
  describeGet({
    path,
    operationId: 'listParkedSales',
    tag,
    summary: 'List the parked sales of all tills',
    description: 'Newest first. One that was resumed or deleted is not among them.',
    query: parkedSales.query,
    answer: z.array(row),
  })(registry)
  describeCreation({
    path,
    words,
    description:
      'Stores a sale that is not complete yet. It needs a customer or a product. It moves no stock and counts in no report. A parked sale that was resumed or deleted is kept for 30 days, and its key as long.',
    input: parkedSales.input.meta({ id: 'ParkedSaleInput' }),
    row,
  })(registry)
  registry.registerPath({
    method: 'post',
    path: `${path}/{id}/take`,
    operationId: 'takeParkedSale',
    summary: 'Resume a parked sale',
    description:
      'Gives it to the first caller alone. The same account with the same `Idempotency-Key` gets it again; any other call answers 409 with the user and the time. Without a key, a lost answer cannot be repeated.',
    tags: [tag],
    request: { params: idParam, headers: idempotencyHeaders },
    responses: { 200: json('The parked sale.', row), ...problems(400, 401, 403, 404, 409) },
  })
  describeRemoval({ path, words })(registry)
}
