import { returns, sales } from '@stockie/contracts'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { refusalOf } from '#src/http/authentication'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { answerCreated, removalEndpoints } from '#src/http/endpoints/resource-endpoints'
import { parseBody, parseId, parseQuery, readIdempotencyKey } from '#src/http/request-input'
import { describeReturns } from './returns.openapi'
import { createReturns, type ReturnOfSale } from './returns.service'

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
      recordEndpoint(service),
      ...removalEndpoints(returns.path, service, parts.changeBudget),
    ]
  },
}

function recordEndpoint({
  record,
}: ReturnType<typeof createReturns>): Endpoint<ReturnOfSale & { key: string | undefined }> {
  return {
    method: 'POST',
    path: `${sales.path}/{id}/returns`,
    auth: 'statement',
    retries: true,
    read(request) {
      const saleId = parseId(request, 'sale')
      const key = readIdempotencyKey(request.request)
      return { saleId, input: parseBody(returns.input, request), key }
    },
    async answer({ input: { key, ...document }, claim }) {
      const answered = await record(document, claim, key)
      if (answered.document !== null) return answerCreated(answered)
      throw refusalOf(answered.role)
    },
  }
}
