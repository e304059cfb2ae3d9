import { ApiError } from './api-client'

/** In milliseconds. After this timeout the user may retry, which the idempotency key makes safe. */
const answerTimeout = 30_000

/** The user stopped waiting for the answer to a create request. */
export class StoppedWaitError extends ApiError {
  constructor() {
    super(0, { detail: 'You stopped waiting. It may be saved already.' })
  }
}

/** The wait for the answer to a create request. */
export interface AnswerWait {
  signal: AbortSignal
  stop: () => void
}

/** Starts a wait that also ends after a timeout, like a request that reaches no server. */
export function startAnswerWait(): AnswerWait {
  const controller = new AbortController()
  setTimeout(
    () => controller.abort(new DOMException('No answer in time', 'TimeoutError')),
    answerTimeout,
  )
  return { signal: controller.signal, stop: () => controller.abort(new StoppedWaitError()) }
}
