import {
  customerHistory,
  customerHistorySummary,
  type DocumentKind,
  type PartyDocument,
  type PartySummary,
  type PriceChange,
  priceChanges as priceChangesContract,
  productHistory,
  type ProductHistoryLine,
  type StockMovement,
  stockMovements as stockMovementsContract,
  supplierHistory,
  supplierHistorySummary,
} from '@stockie/contracts'
import { queryOptions } from '@tanstack/react-query'

import { requestList } from '@/lib/api/api-client'

import { historyRequests, pagedRequests } from '@/lib/api/paged-requests'

const failures = {
  sale: 'Failed to load the sales. Please try again.',
  purchase: 'Failed to load the purchases. Please try again.',
}

/** The sales of a customer. */
export const customerHistories = partyHistories('sale', customerHistory, customerHistorySummary)

/** The purchases from a supplier. */
export const supplierHistories = partyHistories('purchase', supplierHistory, supplierHistorySummary)

function partyHistories(kind: DocumentKind, list: { path: string }, summary: { path: string }) {
  return {
    documents: (id: number) =>
      historyRequests<PartyDocument>({
        path: pathOf(list, id),
        keyOf: ({ documentId }) => documentId,
        failure: failures[kind],
      }),
    /** Without a toast: the sheet shows the failure, and the documents below often fail as well. */
    summary: (id: number) => summaryOptions(pathOf(summary, id)),
  }
}

function summaryOptions(path: string) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal, client, queryKey }) =>
      requestList(`/${path}`, { signal, cached: client.getQueryData<PartySummary>(queryKey) }),
  })
}

/** The stock movements of a product, newest first. */
export function stockMovements(productId: number) {
  return pagedRequests<StockMovement>({
    path: pathOf(stockMovementsContract, productId),
    keyOf: ({ id }) => id,
    failure: 'Failed to load stock movements. Please try again.',
  })
}

/** The lines of a product in sales or purchases. */
export function productLinesIn(kind: DocumentKind, productId: number) {
  return historyRequests<ProductHistoryLine>({
    path: pathOf(productHistory, productId),
    query: { kind },
    keyOf: ({ lineId }) => lineId,
    failure: failures[kind],
  })
}

/** When the price and the cost of a product changed, newest first. */
export function priceChanges(productId: number) {
  const path = pathOf(priceChangesContract, productId)
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal, client, queryKey }) =>
      requestList(`/${path}`, { signal, cached: client.getQueryData<PriceChange[]>(queryKey) }),
    meta: { failure: 'Failed to load the prices. Please try again.' },
  })
}

function pathOf({ path }: { path: string }, id: number) {
  return path.replace('{id}', String(id))
}
