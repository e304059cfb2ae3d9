import { type Changes, changesPath } from '@stockie/contracts'
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'

import { createStore } from '@/lib/external-store'
import { checkSession } from '@/lib/session/session'
import { ApiError, isTransient, requestList } from './api-client'
import { backgroundQueries } from './query-client'

/** In milliseconds. A random fifth more or less spreads the requests of many tabs. */
const intervals = { connected: 10_000, lost: 5_000 }
const timeouts = { answer: 5_000, refetch: 15_000 }

/** Two events can report one return to the tab, and a poll answers both. In milliseconds. */
const minEventDelay = 1_000

/** The API does not answer or fails, for the poll or for a list. The screen was current at this time. */
export interface Outage {
  currentAt: number
}

/** Each answered poll sets it to null anew, unless a list cannot be reached. */
export const outageStore = createStore<Outage | null>(null)

/**
 * Keeps all mounted queries current while the page is visible: asks every few seconds whether anything has
 * changed, and then fetches them again. Unchanged ones are answered with 304. It fetches uncounted queries each
 * time. Returns a function that stops it.
 */
export function startLiveUpdates(
  client: QueryClient,
  setOutage: (outage: Outage | null) => void,
): () => void {
  /** The answer to which all queries are current. Undefined before the first poll, or if a query may be older. */
  let known: Changes | undefined
  let currentAt = Date.now()
  let isLost = false
  let askedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined
  /** The running poll may have read the revision before the event that calls for another one. */
  let isAskedAgain = false
  let isStopped = false

  async function poll() {
    clearTimeout(timer)
    if (asking) {
      isAskedAgain = true
      return
    }
    asking = new AbortController()
    isAskedAgain = false
    askedAt = Date.now()
    try {
      await update(await askForChanges(known, asking))
    } catch (error) {
      report(error)
    }
    asking = undefined
    if (isAskedAgain && !isStopped) void poll()
    else schedule()
  }

  async function update(answer: Changes) {
    if (isStopped) return
    const isChanged = answer !== known || isLost || hasUnreachable(client)
    const queries = activeQueries(client).filter(({ meta }) => isChanged || meta?.isUncounted)
    if (isChanged || queries.length > 0) {
      known = undefined
      const isCurrent = await refetchAll(queries, isLost)
      if (isStopped) return
      if (isCurrent) known = answer
    }
    if (known) currentAt = askedAt
    isLost = false
    setOutage(hasUnreachable(client) ? { currentAt } : null)
  }

  function report(error: unknown) {
    if (isStopped) return
    const status = error instanceof ApiError ? error.status : undefined
    // As in the query cache: the user's role may have changed.
    if (status === 403) void checkSession()
    // The API answers, but not to this session.
    if (status === 401 || status === 403) return
    isLost = true
    setOutage({ currentAt })
  }

  function schedule() {
    clearTimeout(timer)
    if (isStopped || document.visibilityState === 'hidden') return
    const interval = isLost ? intervals.lost : intervals.connected
    timer = setTimeout(() => void poll(), interval * (0.8 + Math.random() * 0.4))
  }

  function catchUp() {
    if (document.visibilityState === 'hidden') clearTimeout(timer)
    else if (Date.now() - askedAt >= minEventDelay) void poll()
    else if (!asking) schedule()
  }

  function onNetworkChange() {
    if (document.visibilityState !== 'hidden') void poll()
  }

  /** The toast of the failed request and the notice then appear together. */
  function onCacheEvent(event: QueryCacheNotifyEvent) {
    if (asking || event.type !== 'updated' || event.action.type !== 'error') return
    if (isTransient(event.action.error)) catchUp()
  }

  const unsubscribe = client.getQueryCache().subscribe(onCacheEvent)
  window.addEventListener('visibilitychange', catchUp)
  window.addEventListener('focus', catchUp)
  window.addEventListener('online', onNetworkChange)
  window.addEventListener('offline', onNetworkChange)
  schedule()

  return () => {
    isStopped = true
    clearTimeout(timer)
    asking?.abort()
    unsubscribe()
    window.removeEventListener('visibilitychange', catchUp)
    window.removeEventListener('focus', catchUp)
    window.removeEventListener('online', onNetworkChange)
    window.removeEventListener('offline', onNetworkChange)
  }
}

async function askForChanges(known: Changes | undefined, asking: AbortController) {
  const timer = setTimeout(
    () => asking.abort(new DOMException('No answer in time', 'TimeoutError')),
    timeouts.answer,
  )
  try {
    const { signal } = asking
    return await requestList<Changes>(`/${changesPath}`, { cached: known, signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Fetches these queries again. Returns false if one of them may still show older data. */
async function refetchAll(queries: Query[], isLost: boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), timeouts.refetch)
  })
  // Polls go on after the timeout: an API that has stopped answering must be noticed.
  const result = await Promise.race([
    Promise.allSettled(queries.map((query) => refetch(query, isLost))),
    timeout,
  ])
  clearTimeout(timer)
  return result !== 'timeout' && !queries.some(showsOldData)
}

function activeQueries(client: QueryClient) {
  return client.getQueryCache().findAll({ type: 'active', predicate: (query) => !query.isStatic() })
}

/** A query without data shows its error and a button instead. */
function showsOldData({ state }: Query) {
  return state.status === 'error' && state.data !== undefined
}

/** Whether a query shows old data because the API does not answer it, although it answers the polls. */
function hasUnreachable(client: QueryClient) {
  return activeQueries(client).some(
    (query) => showsOldData(query) && isTransient(query.state.error),
  )
}

/** Refetches that wait for a running fetch. Later polls share them. */
const waitingRefetches = new WeakMap<Query, Promise<unknown>>()

/**
 * A running fetch may have read the rows before the change. If each poll cancelled it, it would never end on a
 * slow network. After an outage it may never end by itself.
 */
function refetch(query: Query, isLost: boolean) {
  if (isLost) return fetchNow(query, { isRestart: true })
  const waiting = waitingRefetches.get(query)
  if (waiting) return waiting
  const next = Promise.resolve(query.promise)
    .catch(() => {})
    .then(() => {
      waitingRefetches.delete(query)
      return fetchNow(query)
    })
  waitingRefetches.set(query, next)
  return next
}

async function fetchNow(query: Query, { isRestart = false } = {}) {
  if (!query.isActive()) return
  // Query.fetch cancels only the fetch of a query that has data.
  if (isRestart) void query.cancel({ silent: true })
  backgroundQueries.add(query)
  try {
    await query.fetch(undefined, { cancelRefetch: true })
  } finally {
    backgroundQueries.delete(query)
  }
}
