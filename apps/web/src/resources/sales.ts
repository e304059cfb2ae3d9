import type { BulkDeleteAnswer, Sale, SaleWithoutLines } from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { request } from '@/lib/api/api-client'
import type { DateRange } from '@/lib/date-ranges'
import { formatCount } from '@/lib/format'
import { deleteMany } from './deletion-requests'
import { documentRequests } from './resource-requests'

/** A sale in the list. A server that does not know `lines=none` sends its lines. */
export type ListedSale = Omit<SaleWithoutLines, 'productNames'> &
  Partial<Pick<SaleWithoutLines, 'productNames'> & Pick<Sale, 'saleDetails'>>

const sentences = {
  load: {
    failure: 'Failed to load sales. Please try again.',
    inline: 'Error loading sales.',
  },
  create: {
    success: 'Sales created successfully.',
    failure: 'Unable to add sales. Please check your input and try again.',
  },
  remove: {
    success: 'Sale deleted successfully.',
    failure: 'Could not delete sales. Please try again later.',
  },
  removeMany: {
    success: 'Sales deleted successfully.',
    failure: 'Failed to delete selected sales. Please try again.',
  },
  restore: {
    success: 'Sales restored successfully.',
    failure: 'Failed to restore selected sales. Please try again.',
  },
}

const requests = documentRequests<ListedSale>('sales', sentences, {
  lines: 'none',
})

interface SalesDeletion extends BulkDeleteAnswer {
  /** How many of the chosen sales had returns, which were deleted with them. */
  withReturns: number
}

function textOfDeletion(answer: unknown) {
  const { withReturns } = answer as SalesDeletion
  const note = `${formatCount(withReturns)} of them had returns, which were deleted too.`
  const { success } = sentences.removeMany
  return withReturns === 0 ? success : `${success} ${note}`
}

export const sales = {
  ...requests,
  /** Deletes some of these rows. The toast says how many of them had returns. */
  removeManyOf: (rows: readonly ListedSale[]) =>
    mutationOptions<BulkDeleteAnswer, Error, readonly number[]>({
      mutationFn: async (ids): Promise<SalesDeletion> => {
        // Counted first: the rows may disappear before the answer arrives.
        const chosen = new Set(ids)
        const returned = rows.filter((row) => row.returnedAmount > 0 && chosen.has(row.saleId))
        const answer = await deleteMany('sales', ids)
        // Unknown if another user has deleted some of them.
        const isComplete = answer.count === ids.length
        return { ...answer, withReturns: isComplete ? returned.length : 0 }
      },
      meta: { ...requests.removeMany.meta, success: textOfDeletion },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['sales', id],
      queryFn: ({ signal }) => request<Sale>('GET', `/sales/${id}`, { signal }),
    }),
  /** The sales of the list with their lines, for an export. */
  withLines: ({ from, to }: DateRange, signal: AbortSignal) => {
    const query = new URLSearchParams({ startDate: from, endDate: to })
    return request<Sale[]>('GET', `/sales?${query}`, { signal })
  },
}
