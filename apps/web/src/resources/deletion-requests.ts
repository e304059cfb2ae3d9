import type { BulkDeleteAnswer, RestoreAnswer, RestoreInput } from '@stockie/contracts'
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

/** Restores records. The toast says if products came back without their codes. */
export function restoreRequest(
  path: string,
  body: RestoreInput,
  { success, failure }: ToastSentences,
) {
  let note = ''
  return mutationOptions({
    mutationFn: async (): Promise<unknown> => {
      const { codesRemoved } = await request<RestoreAnswer>('POST', `/${path}/restore`, { body })
      note = noteOfCodes(codesRemoved?.length ?? 0)
      return codesRemoved
    },
    meta: {
      /** Read after the answer. */
      get success() {
        return success + note
      },
      failure,
      canTryAgain: true,
      explainsConflict: true,
    },
  })
}

function noteOfCodes(count: number) {
  if (count === 0) return ''
  return count === 1
    ? ' 1 product came back without its code, because another product has it now.'
    : ` ${count} products came back without their codes, because other products have them now.`
}

/** Deletes the records as one batch, and skips those that another user has deleted. */
export function deleteMany(path: string, ids: readonly number[]) {
  return request<BulkDeleteAnswer>('DELETE', `/${path}/bulk`, { body: { ids } })
}

/** The requests of every list that delete one, delete many, and undo the deletion of many. */
export function deletionRequests(path: string, sentences: DeletionSentences) {
  /** Restores only what this deletion deleted, without what another user had deleted before. */
  function undo(_ids: readonly number[], { batch }: BulkDeleteAnswer) {
    return batch ? restoreRequest(path, { batch }, sentences.restore) : undefined
  }

  return {
    remove: mutationOptions({
      mutationFn: (id: number) => request<undefined>('DELETE', `/${path}/${id}`),
      meta: sentences.remove,
    }),
    removeMany: mutationOptions({
      mutationFn: (ids: readonly number[]) => deleteMany(path, ids),
      meta: { ...sentences.removeMany, undo },
    }),
  }
}
