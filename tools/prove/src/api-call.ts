export type Called = {
  status: number
  headers: Headers
  body: unknown
  /** What a problem says of itself; empty where the answer is none. */
  detail: string
  /** Milliseconds until the whole answer was there. */
  took: number
}

type Options = { method?: string; headers?: Record<string, string>; body?: unknown }

/** Longer than anybody may have to wait for an answer. */
const patience = 10_000

/** One request of the harness itself; rejects where nobody answers. */
export async function call(
  address: string,
  { method = 'GET', headers = {}, body }: Options = {},
): Promise<Called> {
  const began = performance.now()
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(patience),
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
