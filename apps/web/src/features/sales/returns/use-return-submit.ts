import type { Return } from '@stockie/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useKeyedCreate } from '@/components/form/use-keyed-create'
import { isPrintedAfterSubmit } from '@/components/slip/print-after-submit'
import { returnSlip } from '@/components/slip/slip-contents'
import { printSlip } from '@/components/slip/slip-host'
import { ApiError } from '@/lib/api/api-client'
import { AlreadySavedError, isRefusal } from '@/lib/api/idempotency'
import { currentUserId } from '@/lib/session/session-store'
import { recordReturn, type SentReturn } from './return-requests'

/** Sends a return, and prints its slip. */
export function useReturnSubmit(saleId: number, returns: readonly Return[]) {
  const client = useQueryClient()
  const [request] = useState(() => recordReturn(saleId))
  const create = useKeyedCreate(request)
  // The list may contain the return before its answer arrives. A retry must send the same input.
  const [basis, setBasis] = useState<readonly Return[] | null>(null)

  /** Resolves to undefined if a request is running. */
  async function send(input: SentReturn) {
    if (create.isBusy) return undefined
    const user = currentUserId()
    setBasis(basis ?? returns)
    const sent = await create.send(input)
    if (!sent) return undefined
    if ('answer' in sent) {
      // The answer may arrive after another user has signed in.
      if (isPrintedAfterSubmit('sales') && currentUserId() === user) {
        printSlip(returnSlip(sent.answer), { isAutomatic: true })
      }
      return sent
    }
    const { error } = sent
    if (error instanceof AlreadySavedError || isRefusal(error)) setBasis(null)
    // Another till may have returned items.
    if (error instanceof ApiError && error.status === 422) void client.invalidateQueries()
    return sent
  }

  return {
    send,
    isBusy: create.isBusy,
    stopWaiting: create.stopWaiting,
    /** The other returns of the sale, on which the entry is based. */
    basis: basis ?? returns,
  }
}
