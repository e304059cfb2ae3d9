import { idParam, noQuery, stockCounts } from '@stockie/contracts'
import { z } from 'zod'
import type { Describe } from '#src/http/openapi/document'
import { describeCreation, describeGet, idempotencyHeaders } from '#src/http/openapi/operations'
import { body, json, optionalBody, problems } from '#src/http/openapi/responses'

const words = { singular: 'stock count', withArticle: 'a stock count', plural: 'stock counts' }
const tag = 'Stock counts'

const steps = {
  discard: {
    operationId: 'discardStockCount',
    summary: 'Discard a count that is not posted',
    description:
      'It takes no more numbers, and keeps those that it has. A repeated call changes nothing.',
    problems: problems(401, 403, 404, 409),
  },
  reopen: {
    operationId: 'reopenStockCount',
    summary: 'Reopen a discarded count',
    description:
      'It goes on with all its numbers, and is finished if it was finished before. A repeated call changes nothing.',
    problems: problems(401, 403, 404, 409),
  },
  finish: {
    operationId: 'finishStockCount',
    summary: 'Finish a stock count',
    description:
      'Shows the differences of a blind count too. It changes no stock. A later number opens the count again.',
    problems: problems(401, 403, 404, 409),
  },
  post: {
    operationId: 'postStockCount',
    summary: 'Correct the stock by a finished count',
    description:
      'For owners and managers. With `finishedAt`, nothing is posted if the count was finished anew since. The stock of each counted product becomes what was counted plus what has moved since, in one transaction. Products that were not counted stay as they are. A repeated call changes nothing.',
    problems: problems(401, 403, 404, 409, 413, 415, 422),
  },
  undo: {
    operationId: 'undoStockCount',
    summary: 'Take the correction of a count back',
    description: 'For owners and managers. A repeated call changes nothing.',
    problems: problems(401, 403, 404, 409, 422),
  },
}

export const describeStockCounts: Describe = (registry) => {
  const path = `/${stockCounts.path}`
  const row = stockCounts.row.meta({ id: 'StockCount' })
  const detail = stockCounts.detail.meta({ id: 'StockCountDetail' })
  const line = stockCounts.line.meta({ id: 'StockCountLine' })
  describeGet({
    path,
    operationId: 'listStockCounts',
    tag,
    summary: 'List the stock counts, newest first',
    query: stockCounts.query,
    answer: z.array(row),
  })(registry)
  describeGet({
    path: `${path}/{id}`,
    operationId: 'getStockCount',
    tag,
    summary: 'Get a stock count with its products',
    params: idParam,
    query: noQuery,
    answer: detail,
  })(registry)
  describeCreation({
    path,
    words,
    description:
      'Starts a count of all products, of a category, or of chosen products. Several users can count at once, and tills go on selling.',
    input: stockCounts.input.meta({ id: 'StockCountInput' }),
    row: detail,
  })(registry)
  registry.registerPath({
    method: 'put',
    path: `${path}/{id}/products/{productId}`,
    operationId: 'enterCountedStock',
    summary: 'Enter how many of a product were counted',
    description:
      'Each number is kept with its account and time. A product that is not in the count yet is added. With null, the product is not counted any more. A repeated `Idempotency-Key` stores the number once.',
    tags: [tag],
    request: {
      params: stockCounts.entryParams,
      headers: idempotencyHeaders,
      ...body('The number.', stockCounts.entry.meta({ id: 'StockCountEntry' })),
    },
    responses: {
      200: json('The product in the count.', line),
      ...problems(400, 401, 403, 404, 409, 413, 415, 422),
    },
  })
  for (const [step, { problems: failures, ...about }] of Object.entries(steps)) {
    registry.registerPath({
      method: 'post',
      path: `${path}/{id}/${step}`,
      tags: [tag],
      ...about,
      request: {
        params: idParam,
        ...(step === 'post' &&
          optionalBody('What was shown.', stockCounts.posting.meta({ id: 'StockCountPosting' }))),
      },
      responses: { 200: json('The count.', step === 'finish' ? detail : row), ...failures },
    })
  }
}
