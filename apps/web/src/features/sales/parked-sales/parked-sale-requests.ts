import {
  type BulkDeleteAnswer,
  type ParkedSale,
  type ParkedSaleInput,
  parkedSalesPath,
} from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { ApiError, request, requestList } from '@/lib/api/api-client'
import { requestIdempotentCreate } from '@/lib/api/idempotency'
import { deletionRequests } from '@/resources/deletion-requests'

const path = `/${parkedSalesPath}`

const removal = {
  success: 'Parked sale deleted.',
  failure: 'Failed to delete the parked sale. It may already have been resumed.',
}

const { removeMany } = deletionRequests(parkedSalesPath, {
  remove: removal,
  removeMany: removal,
  restore: {
    success: 'Parked sale restored.',
    failure: 'Failed to restore the parked sale. Please try again.',
  },
})

interface Sent {
  key: string
  signal: AbortSignal
}

export const parkedSales = {
  list: () =>
    queryOptions({
      queryKey: [parkedSalesPath],
      queryFn: ({ signal, client, queryKey }) =>
        requestList(path, { signal, cached: client.getQueryData<ParkedSale[]>(queryKey) }),
    }),
  park: ({ input: body, key: idempotencyKey, signal }: Sent & { input: ParkedSaleInput }) =>
    requestIdempotentCreate<ParkedSale>(path, { body, idempotencyKey, signal }),
  /** Only the same key gets it again. */
  take: async ({ id, key: idempotencyKey, signal }: Sent & { id: number }) => {
    const sent = { body: undefined, idempotencyKey, signal }
    return (await requestIdempotentCreate<ParkedSale>(`${path}/${id}/take`, sent)).row
  },
  /** With Undo. It fails if another till has resumed or deleted the sale. */
  remove: mutationOptions({
    mutationFn: async (id: number): Promise<BulkDeleteAnswer> => {
      const answer = await request<BulkDeleteAnswer>('DELETE', `${path}/bulk`, {
        body: { ids: [id] },
      })
      if (answer.count === 0) throw new ApiError(404)
      return answer
    },
    meta: removeMany.meta,
  }),
}
