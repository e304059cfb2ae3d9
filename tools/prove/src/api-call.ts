export type CallResult = {
  status: number
  headers: Headers
  body: unknown
  /** The detail of a problem response, else an empty text. */
  detail: string
  /** Milliseconds until the whole response arrived. */
  took: number
}

type Options = { method?: string; headers?: Record<string, string>; body?: unknown }

/** No client may wait this long for a response. */
const timeout = 10_000

/** Sends a request of the harness itself; rejects if no response comes. */
export async function call(
  address: string,
  { method = 'GET', headers = {}, body }: Options = {},
): Promise<CallResult> {
  const began = performance.now()
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(timeout),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer: unknown = text === '' ? null : JSON.parse(text)
  const isProblem = typeof answer === 'object' && answer !== null && 'detail' in answer
  return {
    status: response.status,
    headers: response.headers,
    body: answer,
    detail: isProblem ? String(answer.detail) : '',
    took: performance.now() - began,
  }
}
