import type { Sale, SaleInput, SaleWithoutLines } from '@stockie/contracts'
import { queryOptions } from '@tanstack/react-query'

import { request } from '@/lib/api/api-client'
import type { DateRange } from '@/lib/date-ranges'
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

export const sales = {
  ...documentRequests<Sale, SaleInput, ListedSale>('sales', sentences, { lines: 'none' }),
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
