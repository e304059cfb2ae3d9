import type { CountAnswer } from '@stockie/contracts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { request, requestList } from '@/lib/api-client'

export interface Said {
  success: string
  failure: string
}

export interface ListSentences {
  /** The toast, and what stands in the place of the rows. */
  load: { failure: string; inline: string }
  remove: Said
  removeMany: Said
  restore: Said
}

/** What every list can do: read its rows, and delete one of them or many. */
export function listOptions<Row>(path: string, sentences: ListSentences) {
  /** None where somebody else had deleted some of them: that is not ours to take back. */
  function undo(ids: readonly number[], { count }: CountAnswer) {
    return count === ids.length ? restore(ids) : undefined
  }

  function restore(ids: readonly number[]) {
    return mutationOptions({
      mutationFn: () => request<unknown>('POST', `/${path}/restore`, { body: { ids } }),
      meta: { ...sentences.restore, canTryAgain: true },
    })
  }

  return {
    loadFailure: sentences.load.inline,
    list: (query: Record<string, string> = {}) => {
      const search = new URLSearchParams(query)
      return queryOptions({
        queryKey: [path, query],
        queryFn: ({ signal, client, queryKey }) =>
          requestList(search.size > 0 ? `/${path}?${search}` : `/${path}`, {
            signal,
            known: client.getQueryData<Row[]>(queryKey),
          }),
        meta: { failure: sentences.load.failure },
      })
    },
    remove: mutationOptions({
      mutationFn: (id: number) => request<undefined>('DELETE', `/${path}/${id}`),
      meta: sentences.remove,
    }),
    removeMany: mutationOptions({
      mutationFn: (ids: readonly number[]) =>
        request<CountAnswer>('DELETE', `/${path}/bulk`, { body: { ids } }),
      meta: { ...sentences.removeMany, undo },
    }),
  }
}
