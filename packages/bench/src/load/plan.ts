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
