import type { ReactNode } from 'react'
import { type Location, Navigate, useLocation } from 'react-router-dom'

import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { LoginPage } from '@/features/login/login-page'
import { useSession } from '@/lib/session/session-store'

/** What the guard leaves for the login page. It lives in the history entry, so a reload keeps it. */
export function toReturnState({ pathname, search, hash }: Location) {
  return { from: pathname + search + hash }
}

export function returnPath(state: unknown) {
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  const isOwnPath = typeof from === 'string' && /^\/(?!\/)/.test(from)
  return isOwnPath ? from : '/'
}

interface RequireRoleProps {
  allowed: readonly number[]
  children: ReactNode
}

/** The only place that sends anybody to the login page: everything else changes the session. */
export function RequireRole({ allowed, children }: RequireRoleProps) {
  const session = useSession()
  const location = useLocation()

  if (session.authState === 'Pending') return <FullScreenSpinner />
  if (session.authState === 'Failed') {
    // Who signs in after a log out may be somebody else, and starts afresh.
    const state = session.because === 'signed out' ? undefined : toReturnState(location)
    return <Navigate to="/auth/login" replace state={state} />
  }
  if (!allowed.includes(session.role)) return <Navigate to="/401" replace />
  return children
}

/** The login page, and the way back for whoever has signed in. */
export function LoginRoute() {
  const session = useSession()
  const location = useLocation()
  return (
    <>
      <LoginPage session={session} />
      {session.authState === 'Success' && <Navigate to={returnPath(location.state)} replace />}
    </>
  )
}
