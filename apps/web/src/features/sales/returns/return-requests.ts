import {
  type Return,
  returns as contract,
  sales as salesContract,
  subtotalOf,
} from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'

import type { CreateRequest } from '@/components/crud/crud-resource'
import { isPrintedAfterSubmit } from '@/components/slip/print-after-submit'
import { copyOf, returnSlip } from '@/components/slip/slip-contents'
import { printSlip } from '@/components/slip/slip-host'
import { ApiError, requestList } from '@/lib/api/api-client'
import { AlreadySavedError, isKeyConflict, requestIdempotentCreate } from '@/lib/api/idempotency'
import type { DateRange } from '@/lib/date-ranges'
import { formatMoney } from '@/lib/format'
import { deleteMany, deletionRequests } from '@/resources/deletion-requests'

/** The refund is left out if the API computes it. */
export type SentReturn = z.input<typeof contract.input>

const { path } = contract

const removal = {
  success: 'Return deleted.',
  failure: 'Failed to delete the return. Please try again.',
}

const { removeMany } = deletionRequests(path, {
  remove: removal,
  removeMany: removal,
  restore: {
    success: 'Return restored.',
    failure: 'Failed to restore the return. Please try again.',
  },
})

function listReturns(query: Record<string, string>) {
  return queryOptions({
    queryKey: [path, query],
    queryFn: ({ signal, client, queryKey }) =>
      requestList(`/${path}?${new URLSearchParams(query)}`, {
        signal,
        cached: client.getQueryData<Return[]>(queryKey),
      }),
    meta: { failure: 'Failed to load returns. Please try again.' },
  })
}

export const returns = {
  loadFailure: 'Error loading returns.',
  ofSale: (saleId: number) => listReturns({ saleId: String(saleId) }),
  ofDays: ({ from, to }: DateRange) => listReturns({ startDate: from, endDate: to }),
  /** With Undo. It fails if another till has deleted the return. */
  remove: mutationOptions({
    mutationFn: async (id: number) => {
      const answer = await deleteMany(path, [id])
      if (answer.count === 0) throw new ApiError(404)
      return answer
    },
    meta: removeMany.meta,
  }),
}

export function totalRefundOf(list: readonly Return[]) {
  return subtotalOf(list.map(({ totalRefund }) => ({ total: totalRefund })))
}

/** Records a return, and says in the toast what to pay back. The dialog shows its errors. */
export function recordReturn(saleId: number) {
  return mutationOptions({
    mutationFn: async ({ input: body, key, signal }: CreateRequest<SentReturn>) => {
      const sent = { body, idempotencyKey: key, signal }
      const { row, isDeleted } = await requestIdempotentCreate<Return>(
        `/${salesContract.path}/${saleId}/${path}`,
        sent,
      ).catch((cause: unknown) => {
        if (!isKeyConflict(cause)) throw cause
        throw new AlreadySavedError(
          'This return was recorded already. Your later changes were not saved. Record the changed one as well only if more came back.',
          { cause },
        )
      })
      if (isDeleted) {
        throw new AlreadySavedError(
          'This return was recorded already, and deleted since. Record it again if the items came back.',
          { isDeleted },
        )
      }
      return row
    },
    meta: {
      success(answer) {
        const { totalRefund } = answer as Return
        return totalRefund > 0
          ? `Return recorded. Pay back ${formatMoney(totalRefund)}.`
          : 'Return recorded. There is nothing to pay back.'
      },
      offer(answer) {
        const slip = returnSlip(answer as Return)
        // Then the original is printed without a click.
        const isCopy = isPrintedAfterSubmit('sales')
        return { label: 'Print slip', run: () => printSlip(isCopy ? copyOf(slip) : slip) }
      },
    },
  })
}
