import {
  type DaySheet,
  type DaySheetInput,
  daySheets as contract,
  type StoredDaySheet,
} from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { CreateRequest } from '@/components/crud/crud-resource'
import { printSlip } from '@/components/slip/slip-host'
import { requestList } from '@/lib/api/api-client'
import { AlreadySavedError, isKeyConflict, requestIdempotentCreate } from '@/lib/api/idempotency'
import { formatDifference } from './day-figure-texts'
import { countSlip } from './day-sheet-slip'

const { path } = contract

export const daySheets = {
  loadFailure: 'Error loading the day sheet.',
  of: (date: string) =>
    queryOptions({
      queryKey: [path, date],
      queryFn: ({ signal, client, queryKey }) =>
        requestList(`/${path}?${new URLSearchParams({ date })}`, {
          signal,
          cached: client.getQueryData<DaySheet>(queryKey),
        }),
      meta: { failure: 'Failed to load the day sheet. Please try again.' },
    }),
  /** The dialog shows the errors. */
  store: mutationOptions({
    mutationFn: async ({ input: body, key, signal }: CreateRequest<DaySheetInput>) => {
      const sent = { body, idempotencyKey: key, signal }
      const { row } = await requestIdempotentCreate<StoredDaySheet>(`/${path}`, sent).catch(
        (cause: unknown) => {
          if (!isKeyConflict(cause)) throw cause
          throw new AlreadySavedError(
            'This count was saved already. Your later changes were not saved. Save it again to store the changed one as well.',
            { cause },
          )
        },
      )
      return row
    },
    meta: {
      // The server computes it with the sales of its moment, which the form may not know yet.
      success: (answer) =>
        `Cash count saved: ${formatDifference((answer as StoredDaySheet).difference)}.`,
      offer: (answer) => ({
        label: 'Print',
        run: () => printSlip(countSlip(answer as StoredDaySheet)),
      }),
    },
  }),
}
