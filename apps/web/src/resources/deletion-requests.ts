import type { CountAnswer } from '@stockie/contracts'
import { mutationOptions } from '@tanstack/react-query'

import { request } from '@/lib/api/api-client'

export interface ToastSentences {
  success: string
  failure: string
}

export interface DeletionSentences {
  remove: ToastSentences
  removeMany: ToastSentences
  restore: ToastSentences
}

/** The requests of every list that delete one, delete many, and undo the deletion of many. */
export function deletionRequests(path: string, sentences: DeletionSentences) {
  /** No undo if another user had deleted some of them, because it would restore those too. */
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
