import {
  type StockCount,
  type StockCountDetail,
  type StockCountInput,
  stockCounts as contract,
} from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { CreateRequest } from '@/components/crud/crud-resource'
import { request, requestList } from '@/lib/api/api-client'
import { AlreadySavedError, isKeyConflict, requestIdempotentCreate } from '@/lib/api/idempotency'
import { pagedRequests } from '@/lib/api/paged-requests'
import { describeDifferences, nameCount } from './count-texts'

const { path } = contract

type Step = 'finish' | 'post' | 'undo' | 'discard' | 'reopen'

function takeStep<Answer extends StockCount>(id: number, step: Step) {
  return request<Answer>('POST', `/${path}/${id}/${step}`)
}

/** A step with its toasts. `done` names the new state. */
function stepRequest(id: number, step: Step, done: string) {
  return {
    mutationFn: () => takeStep<StockCount>(id, step),
    meta: {
      explainsConflict: true as const,
      success: (answer: unknown) => `${nameCount(answer as StockCount)} ${done}.`,
      failure: `Failed to ${step} the count. Please try again.`,
    },
  }
}

const undo = (id: number) => stepRequest(id, 'undo', 'undone')
const reopen = (id: number) => stepRequest(id, 'reopen', 'reopened')

export const stockCounts = {
  listFailure: 'Error loading the counts.',
  loadFailure: 'Error loading the count.',
  list: pagedRequests<StockCount>({
    path,
    keyOf: ({ id }) => id,
    failure: 'Failed to load the counts. Please try again.',
  }),
  one: (id: number) =>
    queryOptions({
      queryKey: [path, id],
      queryFn: ({ signal, client, queryKey }) =>
        requestList(`/${path}/${id}`, {
          signal,
          cached: client.getQueryData<StockCountDetail>(queryKey),
        }),
      meta: { failure: 'Failed to load the count. Please try again.' },
    }),
  /** The dialog shows the errors, and then the count opens. */
  start: mutationOptions({
    mutationFn: async ({ input: body, key, signal }: CreateRequest<StockCountInput>) => {
      const sent = { body, idempotencyKey: key, signal }
      const { row } = await requestIdempotentCreate<StockCountDetail>(`/${path}`, sent).catch(
        (cause: unknown) => {
          if (!isKeyConflict(cause)) throw cause
          throw new AlreadySavedError(
            'This count was started already, as you entered it first. It is in the list of counts.',
            { cause },
          )
        },
      )
      return row
    },
  }),
  finish: (id: number) =>
    mutationOptions({
      mutationFn: async (_: void, { client }) => {
        const answer = await takeStep<StockCountDetail>(id, 'finish')
        client.setQueryData(stockCounts.one(id).queryKey, answer)
        return answer
      },
      meta: { explainsConflict: true, failure: 'Failed to finish the count. Please try again.' },
    }),
  /** Posts nothing if numbers were added since the user saw the differences. */
  post({ id, finishedAt }: StockCount) {
    return mutationOptions({
      mutationFn: () =>
        request<StockCount>('POST', `/${path}/${id}/post`, { body: { finishedAt } }),
      meta: {
        success: (answer) =>
          `${nameCount(answer as StockCount)} posted. ${describeDifferences(answer as StockCount)}.`,
        undo: () => undo(id),
      },
    })
  },
  undo(id: number) {
    const { mutationFn, meta } = undo(id)
    return mutationOptions({ mutationFn, meta: { success: meta.success } })
  },
  discard(id: number) {
    const { mutationFn, meta } = stepRequest(id, 'discard', 'discarded')
    return mutationOptions({ mutationFn, meta: { ...meta, undo: () => reopen(id) } })
  },
  reopen,
}
