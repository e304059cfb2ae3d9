import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { startAnswerWait } from '@/lib/api/answer-wait'
import { ApiError } from '@/lib/api/api-client'
import type { Draft, Party } from '@/lib/drafts/draft'
import {
  beginSending,
  endSending,
  isSending,
  readDraft,
  stopWaiting,
  useStoredDraft,
} from '@/lib/drafts/draft-store'
import { useBusy } from '@/lib/hooks/use-busy'
import { readToken } from '@/lib/session/session-store'
import type { Till } from './parking'

interface Options<Input> {
  /** The customer that the screen shows for a draft without one. */
  usual: Party | null
  action: (till: Till, input: Input) => Promise<void>
  /** The text of the toast. */
  success: string
  /** Tells the user what to do if no answer has arrived. */
  hint: string
}

interface Failure {
  error: unknown
  /** Its next change outdates the error. */
  draft: Draft
}

/** Runs a request for the user's draft, one at a time. */
export function useParking<Input>({ usual, action, success, hint }: Options<Input>) {
  const { owner, draft } = useStoredDraft('sales')
  const { isBusy, begin, end } = useBusy()
  const [failure, setFailure] = useState<Failure | null>(null)
  const { mutateAsync } = useMutation({
    mutationFn: ({ input, signal }: { input: Input; signal: AbortSignal }) =>
      action({ owner, usual, signal, token: readToken() }, input),
    meta: { success },
  })

  /** Resolves to whether it succeeded. Without the lock, the action must not park the draft. */
  async function run(input: Input, { locksForm = true } = {}) {
    if ((locksForm && isSending('sales', owner)) || !begin()) return false
    const signal = locksForm ? beginSending('sales', owner, hint) : startAnswerWait().signal
    setFailure(null)
    const isDone = await mutateAsync({ input, signal }).then(
      () => true,
      (error: unknown) => {
        setFailure({ error, draft: readDraft('sales', owner) })
        return false
      },
    )
    if (locksForm) endSending('sales', owner)
    end()
    return isDone
  }

  return {
    owner,
    draft,
    isBusy,
    run,
    message: isBusy || failure?.draft !== draft ? undefined : describe(failure.error, hint),
    stop: { hint, run: () => stopWaiting('sales', owner) },
  }
}

function describe(error: unknown, hint: string) {
  if (!(error instanceof ApiError)) return `${new ApiError(0).message} ${hint}`
  const isUncertain = error.status === 0 || error.status >= 500
  return isUncertain ? `${error.message} ${hint}` : error.message
}
