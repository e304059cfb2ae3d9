import type { Return } from '@stockie/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { isPrintedAfterSubmit } from '@/components/slip/print-after-submit'
import { returnSlip } from '@/components/slip/slip-contents'
import { printSlip } from '@/components/slip/slip-host'
import { type AnswerWait, startAnswerWait } from '@/lib/api/answer-wait'
import { ApiError } from '@/lib/api/api-client'
import { AlreadySavedError, isRefusal, newIdempotencyKey } from '@/lib/api/idempotency'
import { useBusy } from '@/lib/hooks/use-busy'
import { currentUserId } from '@/lib/session/session-store'
import { retryHint } from './return-entry'
import { recordReturn, type SentReturn } from './return-requests'

/** Sends a return. Retries have the same key, so that a lost answer records no second return. */
export function useReturnSubmit(saleId: number, returns: readonly Return[]) {
  const client = useQueryClient()
  const [request] = useState(() => recordReturn(saleId))
  const { mutateAsync } = useMutation(request)
  const [key, setKey] = useState(newIdempotencyKey)
  const { isBusy, begin, end } = useBusy()
  const wait = useRef<AnswerWait>(null)
  // The list may contain the return before its answer arrives. A retry must send the same input.
  const [basis, setBasis] = useState<readonly Return[] | null>(null)

  /** Resolves to the error, to null if the return is recorded, or to undefined if a request is running. */
  async function send(input: SentReturn): Promise<unknown> {
    if (!begin()) return undefined
    const user = currentUserId()
    wait.current = startAnswerWait()
    setBasis(basis ?? returns)
    try {
      const row = await mutateAsync({ input, key, signal: wait.current.signal })
      // The answer may arrive after another user has signed in.
      if (isPrintedAfterSubmit('sales') && currentUserId() === user) {
        printSlip(returnSlip(row), { isAutomatic: true })
      }
      return null
    } catch (error) {
      const isSaved = error instanceof AlreadySavedError
      if (isSaved) setKey(newIdempotencyKey())
      if (isSaved || isRefusal(error)) setBasis(null)
      // Another till may have returned items, or an earlier request this return.
      if (isSaved || (error instanceof ApiError && error.status === 422)) {
        void client.invalidateQueries()
      }
      end()
      return error
    }
  }

  return {
    send,
    isBusy,
    /** The other returns of the sale, on which the entry is based. */
    basis: basis ?? returns,
    stop: { hint: retryHint, run: () => wait.current?.stop() },
  }
}
