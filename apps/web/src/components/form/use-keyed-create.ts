import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { CreateRequest } from '@/components/crud/crud-resource'
import { type AnswerWait, startAnswerWait } from '@/lib/api/answer-wait'
import { AlreadySavedError, newIdempotencyKey } from '@/lib/api/idempotency'
import { useBusy } from '@/lib/hooks/use-busy'

type Sent<Answer> = { answer: Answer } | { error: unknown }

/**
 * Sends a form that creates something. Retries have the same key, so that a lost answer creates nothing twice. It stays
 * busy after a success, when the form closes.
 */
export function useKeyedCreate<Answer, Input>(
  mutation: UseMutationOptions<Answer, Error, CreateRequest<Input>>,
) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation(mutation)
  const [key, setKey] = useState(newIdempotencyKey)
  const { isBusy, begin, end } = useBusy()
  const wait = useRef<AnswerWait>(null)

  /** Resolves to undefined if a request is running. */
  async function send(input: Input): Promise<Sent<Answer> | undefined> {
    if (!begin()) return undefined
    wait.current = startAnswerWait()
    try {
      return { answer: await mutateAsync({ input, key, signal: wait.current.signal }) }
    } catch (error) {
      if (error instanceof AlreadySavedError) {
        setKey(newIdempotencyKey())
        void client.invalidateQueries()
      }
      end()
      return { error }
    }
  }

  return { send, isBusy, stopWaiting: () => wait.current?.stop() }
}
