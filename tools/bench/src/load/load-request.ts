export type LoadRequest = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** The only status that is right; any 2xx otherwise. */
  status?: number
}

/** Makes the request of a number, counted from 0 over all connections. */
export type NextRequest = (index: number) => LoadRequest

export type Load = {
  connections: number
  /** Requests that are asked in turn; or a module whose `createRequests(options)` gives a NextRequest. */
  requests: LoadRequest[] | { module: string; options?: unknown }
} & ({ seconds: number } | { amount: number })

export type LoadPlan = Load & { origin: string }

export type LoadResult = {
  perSecond: number
  /** Milliseconds. */
  latency: { p50: number; p99: number; max: number }
  requests: number
  bytes: number
}

const known = new WeakMap<LoadRequest, string>()

/** A request as it goes over the wire; one that is asked again is put together once. */
export function formatRequest(request: LoadRequest): string {
  const found = known.get(request)
  if (found !== undefined) return found
  const { method = 'GET', path, headers = {}, body } = request
  const all = {
    host: '127.0.0.1',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
  known.set(request, text)
  return text
}
