import type { BulkDeleteAnswer } from '@stockie/contracts'
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
  /** Restores only what this deletion deleted, without what another user had deleted before. */
  function undo(_ids: readonly number[], { batch }: BulkDeleteAnswer) {
    if (!batch) return undefined
    return mutationOptions({
      mutationFn: () => request<unknown>('POST', `/${path}/restore`, { body: { batch } }),
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
        request<BulkDeleteAnswer>('DELETE', `/${path}/bulk`, { body: { ids } }),
      meta: { ...sentences.removeMany, undo },
    }),
  }
}
