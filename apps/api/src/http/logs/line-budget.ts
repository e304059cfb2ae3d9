/** The calls of one key that got no line of their own in this window. */
export type Surplus = { key: string; count: number; kinds: Record<string, number> }

type Limits = {
  /** The length of a window in seconds. It begins with the first call. */
  seconds: number
  /** Lines for each key, such as an account or an address. */
  perKey: number
  /** Keys that are counted one by one. All others share the key `otherKeys`. */
  maxKeys: number
  /** Lines for all keys together. */
  inAll: number
}

type Count = { lines: number; surplus: number; kinds: Map<string, number> }

export type LineBudget = {
  /** Whether the call may have a line. If not, it is counted under its kind, which callers cannot choose. */
  take: (key: string, kind: string) => boolean
  /** Ends the window now. */
  flush: () => void
}

export const otherKeys = 'others'

/**
 * Limits the lines of a log by key. Reports the calls without a line as one sum for each key, when the window
 * ends.
 */
export function createLineBudget(limits: Limits, report: (surplus: Surplus) => void): LineBudget {
  const { seconds, perKey, maxKeys, inAll } = limits
  let counts = new Map<string, Count>()
  let linesLeft = inAll
  let timer: NodeJS.Timeout | undefined

  function take(key: string, kind: string): boolean {
    // Unreferenced, because waiting for its end must not keep the process alive.
    timer ??= setTimeout(flush, seconds * 1000).unref()
    const count = counts.get(key) ?? addKey(key)
    if (count.lines < perKey && linesLeft > 0) {
      count.lines += 1
      linesLeft -= 1
      return true
    }
    count.surplus += 1
    count.kinds.set(kind, (count.kinds.get(kind) ?? 0) + 1)
    return false
  }

  function addKey(key: string): Count {
    const counted = counts.size < maxKeys ? key : otherKeys
    const count = counts.get(counted) ?? { lines: 0, surplus: 0, kinds: new Map() }
    counts.set(counted, count)
    return count
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    linesLeft = inAll
    const ended = counts
    counts = new Map()
    for (const [key, { surplus, kinds }] of ended) {
      if (surplus > 0) report({ key, count: surplus, kinds: Object.fromEntries(kinds) })
    }
  }

  return { take, flush }
}
