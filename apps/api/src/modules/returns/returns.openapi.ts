import { idParam, returns, sales } from '@stockie/contracts'
import { z } from 'zod'
import type { Describe } from '#src/http/openapi/document'
import { describeCreation, describeGet, describeRemoval } from '#src/http/openapi/operations'

export const describeReturns: Describe = (registry) => {
  const path = `/${returns.path}`
  const words = { singular: 'return', withArticle: 'a return', plural: 'returns' }
  const row = returns.row.meta({ id: 'Return' })
  describeGet({
    path,
    operationId: 'listReturns',
    tag: 'Returns',
    summary: 'List the returns of a range of days, or of a sale',
    description: 'Newest first, by their own day.',
    query: returns.query,
    answer: z.array(row),
  })(registry)
  describeCreation({
    path: `/${sales.path}/{id}/returns`,
    params: idParam,
    words,
    description:
      'Takes back lines of a sale, in parts or as a whole. It lowers the total of the sales and what was sold of each product on the day of the return. Without lines, it only pays something back. More than was sold or paid is a 422.',
    input: returns.input.meta({ id: 'ReturnInput' }),
    row,
  })(registry)
  describeRemoval({
    path,
    words,
    movesStock: true,
    restoreNote:
      'More than was sold or paid, or a deleted sale, is a 409. The return that completes a sale gets what is left of the payment, which may differ by a cent.',
  })(registry)
}
