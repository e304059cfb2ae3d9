import { type ParkedSaleInput, parkedSales } from '@stockie/contracts'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { answerCreated, removalEndpoints } from '#src/http/endpoints/resource-endpoints'
import { parseBody, parseId, parseQuery, readIdempotencyKey } from '#src/http/request-input'
import { createJsonBody } from '#src/http/response-body'
import { describeParkedSales } from './parked-sales.openapi'
import { createParkedSales } from './parked-sales.service'

export const parkedSalesModule: ApiModule = {
  describe: describeParkedSales,
  endpoints(parts) {
    const service = createParkedSales(parts)
    const list = listEndpoint(parts.answerList, {
      path: parkedSales.path,
      list(request) {
        parseQuery(parkedSales.query, request)
        return service.list()
      },
    })
    const removals = removalEndpoints(parkedSales.path, service, parts.changeBudget)
    return [list, parkEndpoint(service), takeEndpoint(service), ...removals]
  },
}

type Service = ReturnType<typeof createParkedSales>

function parkEndpoint(
  service: Service,
): Endpoint<{ sale: ParkedSaleInput; key: string | undefined }> {
  return {
    method: 'POST',
    path: parkedSales.path,
    auth: 'role',
    retries: true,
    read({ request, body }) {
      const key = readIdempotencyKey(request)
      return { sale: parseBody(parkedSales.input, { body }), key }
    },
    answer: async ({ input: { sale, key }, account }) =>
      answerCreated(await service.park(sale, account.id, key)),
  }
}

function takeEndpoint(service: Service): Endpoint<{ id: number; key: string | undefined }> {
  return {
    method: 'POST',
    path: `${parkedSales.path}/{id}/take`,
    auth: 'role',
    retries: true,
    maxBody: 0,
    read: (request) => ({
      key: readIdempotencyKey(request.request),
      id: parseId(request, 'parked sale'),
    }),
    answer: async ({ input: { id, key }, account }) => ({
      status: 200,
      body: createJsonBody(await service.take(id, account.id, key)),
    }),
  }
}
