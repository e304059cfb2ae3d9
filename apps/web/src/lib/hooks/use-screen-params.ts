import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { readTabValue, writeTabValue } from '@/lib/tab/tab-storage'
import { useTabKey } from '@/lib/tab/use-tab-key'

/** Values to set in the query string; null removes a parameter. */
export type ParamChanges = Record<string, string | null>

/**
 * The query string of the current screen. The URL holds it, so links and "Back" restore it. The menu
 * restores the last one without its days, so that a sale just recorded is among today's.
 */
export function useScreenParams() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const key = useTabKey('params', pathname)
  const current = search || readTabValue(key)

  useEffect(() => {
    if (hasLeft(pathname)) return
    if (current !== search) void navigate({ search: current }, { replace: true, state })
    else remember(key, search)
  }, [current, search, key, pathname, navigate, state])

  function change(changes: ParamChanges) {
    if (hasLeft(pathname)) return keep(changes)
    // Read the URL instead of `current`: one click may change the parameters of two parts.
    const next = withChanges(window.location.search || readTabValue(key), changes)
    remember(key, next)
    if (next !== window.location.search) {
      void navigate({ search: next }, { replace: true, state, preventScrollReset: true })
    }
  }

  /** Stores changes without changing the URL, for use while leaving the screen. */
  function keep(changes: ParamChanges) {
    remember(key, withChanges(readTabValue(key), changes))
  }

  return { params: new URLSearchParams(current), change, keep }
}

/** The old screen stays visible while the next one loads, and must not navigate back. */
function hasLeft(pathname: string) {
  return window.location.pathname !== pathname
}

function withChanges(search: string, changes: ParamChanges) {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  return params.size > 0 ? `?${params}` : ''
}

function remember(key: string, current: string) {
  // The page number counts within the days, so it is dropped with them.
  const search = /from=|asOf=/.test(current)
    ? withChanges(current, { from: null, to: null, asOf: null, page: null })
    : current
  writeTabValue(key, search)
}
