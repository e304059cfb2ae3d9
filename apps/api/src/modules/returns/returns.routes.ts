import { returns, sales } from '@stockie/contracts'
import type { ApiModule } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { recordEndpoint, removalEndpoints } from '#src/http/endpoints/resource-endpoints'
import { parseBody, parseId, parseQuery } from '#src/http/request-input'
import { describeReturns } from './returns.openapi'
import { createReturns } from './returns.service'

export const returnsModule: ApiModule = {
  describe: describeReturns,
  endpoints(parts) {
    const service = createReturns(parts)
    const list = listEndpoint(parts.answerList, {
      path: returns.path,
      list: (request) => service.list(parseQuery(returns.query, request)),
    })
    return [
      list,
      recordEndpoint(
        `${sales.path}/{id}/returns`,
        (request) => ({
          saleId: parseId(request, 'sale'),
          input: parseBody(returns.input, request),
        }),
        service.record,
      ),
      ...removalEndpoints(returns.path, service, parts.changeBudget),
    ]
  },
}
