import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { screenParamsKey, readScreenParams, writeScreenParams } from '@/lib/screen-params-storage'
import { useSession } from '@/lib/session/session-store'

/** What to set in the query; null takes a parameter out. */
export type ParamChanges = Record<string, string | null>

/**
 * The query of the screen that is shown. It stands in the URL, to be shared and gone back to, and
 * whoever comes to the screen without one, by the menu, finds the one that they left it with: but for
 * the days, which begin with the screen's own each time. What was just sold is among today's.
 */
export function useScreenParams() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  // What somebody has left with nobody else finds by the menu.
  const key = screenParamsKey(session.authState === 'Success' ? session.id : undefined, pathname)
  const current = search || readScreenParams(key)

  useEffect(() => {
    if (isLeft(pathname)) return
    if (current !== search) void navigate({ search: current }, { replace: true, state })
    else remember(key, search)
  }, [current, search, key, pathname, navigate, state])

  function change(changes: ParamChanges) {
    if (isLeft(pathname)) return keep(changes)
    // Not the `current` of a render: two parts of a screen may change theirs in one click.
    const next = withChanges(window.location.search || readScreenParams(key), changes)
    remember(key, next)
    if (next !== window.location.search) {
      void navigate({ search: next }, { replace: true, state, preventScrollReset: true })
    }
  }

  /** For whoever leaves the screen before the URL says it. */
  function keep(changes: ParamChanges) {
    remember(key, withChanges(readScreenParams(key), changes))
  }

  return { params: new URLSearchParams(current), change, keep }
}

/** The screen is shown still while the one that was clicked is fetched, and must not take its place back. */
function isLeft(pathname: string) {
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
  // A page is one of the rows of its days.
  const search = /[?&](from|to)=/.test(current)
    ? withChanges(current, { from: null, to: null, page: null })
    : current
  writeScreenParams(key, search)
}
