import {
  managementRoles,
  stockCounts,
  type StockCountEntry,
  type StockCountInput,
} from '@stockie/contracts'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { answerCreated } from '#src/http/endpoints/resource-endpoints'
import { parseBody, parseId, parseQuery, readIdempotencyKey } from '#src/http/request-input'
import { createJsonBody } from '#src/http/response-body'
import { type CountStep, stepNames } from './stock-count-steps'
import { describeStockCounts } from './stock-counts.openapi'
import { createStockCounts, type StepCall } from './stock-counts.service'

export const stockCountsModule: ApiModule = {
  describe: describeStockCounts,
  endpoints(parts) {
    const service = createStockCounts(parts)
    const { path, query } = stockCounts
    return [
      listEndpoint(parts.answerList, {
        path,
        list: (request) => service.list(parseQuery(query, request)),
      }),
      listEndpoint(parts.answerList, {
        path: `${path}/{id}`,
        list: (request) => service.read(parseId(request, 'stock count')),
      }),
      startEndpoint(service),
      entryEndpoint(service),
      ...stepNames.map((step) => stepEndpoint(service, step)),
    ]
  },
}

type Service = ReturnType<typeof createStockCounts>

function startEndpoint(
  service: Service,
): Endpoint<{ input: StockCountInput; key: string | undefined }> {
  return {
    method: 'POST',
    path: stockCounts.path,
    auth: 'role',
    retries: true,
    read({ request, body }) {
      const key = readIdempotencyKey(request)
      return { input: parseBody(stockCounts.input, { body }), key }
    },
    answer: async ({ input: { input, key }, account }) =>
      answerCreated({ document: await service.start(input, account.id, key), isDeleted: false }),
  }
}

type EntryCall = {
  countId: number
  productId: number
  input: StockCountEntry
  key: string | undefined
}

function entryEndpoint(service: Service): Endpoint<EntryCall> {
  return {
    method: 'PUT',
    path: `${stockCounts.path}/{id}/products/{productId}`,
    auth: 'role',
    retries: true,
    read: (request) => ({
      key: readIdempotencyKey(request.request),
      countId: parseId(request, 'stock count'),
      productId: parseId({ params: { id: request.params.productId } }, 'product'),
      input: parseBody(stockCounts.entry, request),
    }),
    answer: async ({ input, account }) => ({
      status: 200,
      body: createJsonBody(await service.enter(input, account.id)),
    }),
  }
}

/** The steps that correct the stock. */
const managementSteps: readonly CountStep[] = ['post', 'undo']

function stepEndpoint(service: Service, step: CountStep): Endpoint<StepCall> {
  return {
    method: 'POST',
    path: `${stockCounts.path}/{id}/${step}`,
    auth: 'role',
    ...(managementSteps.includes(step) && {
      only: {
        roles: managementRoles,
        refusal: 'Only owners and managers may post or undo a count.',
      },
    }),
    retries: true,
    ...(step !== 'post' && { maxBody: 0 }),
    read: (request) => ({
      id: parseId(request, 'stock count'),
      posting: request.body === undefined ? {} : parseBody(stockCounts.posting, request),
    }),
    answer: async ({ input, account }) => ({
      status: 200,
      body: createJsonBody(await service.take(step, input, account.id)),
    }),
  }
}
