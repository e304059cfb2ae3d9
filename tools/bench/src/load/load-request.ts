export type LoadRequest = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** The expected status; by default any 2xx. */
  status?: number
}

/** Creates the n-th request, counted from 0 over all connections. */
export type NextRequest = (index: number) => LoadRequest

export type Load = {
  connections: number
  /** Requests that are sent in turn, or a module whose `createRequests(options)` returns a NextRequest. */
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

const cache = new WeakMap<LoadRequest, string>()

/** The raw HTTP text of a request, cached for repeated requests. */
export function formatRequest(request: LoadRequest): string {
  const cached = cache.get(request)
  if (cached !== undefined) return cached
  const { method = 'GET', path, headers = {}, body } = request
  const allHeaders = {
    host: '127.0.0.1',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...headers,
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
  cache.set(request, text)
  return text
}
