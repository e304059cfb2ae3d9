import type { DaySheetInput } from '@stockie/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { type AnswerWait, startAnswerWait } from '@/lib/api/answer-wait'
import { AlreadySavedError, newIdempotencyKey } from '@/lib/api/idempotency'
import { useBusy } from '@/lib/hooks/use-busy'
import { retryHint } from './cash-count-entry'
import { daySheets } from './day-sheet-requests'

/** Sends a cash count. Retries have the same key, so that a lost answer stores no second count. */
export function useCashCountSubmit() {
  const client = useQueryClient()
  const { mutateAsync } = useMutation(daySheets.store)
  const [key, setKey] = useState(newIdempotencyKey)
  const { isBusy, begin, end } = useBusy()
  const wait = useRef<AnswerWait>(null)

  /** Resolves to the error, to null if the count is stored, or to undefined if a request is running. */
  async function send(input: DaySheetInput): Promise<unknown> {
    if (!begin()) return undefined
    wait.current = startAnswerWait()
    try {
      await mutateAsync({ input, key, signal: wait.current.signal })
      return null
    } catch (error) {
      if (error instanceof AlreadySavedError) {
        setKey(newIdempotencyKey())
        void client.invalidateQueries()
      }
      end()
      return error
    }
  }

  return { send, isBusy, stop: { hint: retryHint, run: () => wait.current?.stop() } }
}
