import { seenHeader } from '@stockie/contracts'

let seen = { position: '' }

/**
 * How far the shop had come at the newest answer that this page has seen. A standby that has come as far may answer
 * the next read. It is empty after a write and after an answer without a position: only the primary is sure to know
 * what they showed.
 */
export const seenPosition = () => seen.position

/** Call it at the end of a write. */
export function forgetPosition() {
  seen = { position: '' }
}

/** Notes the position of the answer to a request, and returns the answer. */
export async function notePosition(method: string, answer: Promise<Response>) {
  // A read that began before a write was over may not know of it: it sets the position of an object that is gone then.
  const before = seen
  let position: string | null = ''
  try {
    const response = await answer
    position = response.headers.get(seenHeader)
    return response
  } finally {
    if (method !== 'GET' || position === null) forgetPosition()
    else if (position > before.position) before.position = position
  }
}
