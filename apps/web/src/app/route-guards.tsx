import type { ReactNode } from 'react'
import { type Location, Navigate, useLocation } from 'react-router-dom'

import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { LoginPage } from '@/features/login/login-page'
import { useSession } from '@/lib/session/session-store'

/** The state that the guard passes to the login page. The history entry holds it, so a reload keeps it. */
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

/** The only place that redirects to the login page. All other code just changes the session. */
export function RequireRole({ allowed, children }: RequireRoleProps) {
  const session = useSession()
  const location = useLocation()

  if (session.authState === 'Pending') return <FullScreenSpinner />
  if (session.authState === 'Failed') {
    // After a log out, the next user may be another person and starts at the dashboard.
    const state = session.because === 'signed out' ? undefined : toReturnState(location)
    return <Navigate to="/auth/login" replace state={state} />
  }
  if (!allowed.includes(session.role)) return <Navigate to="/401" replace />
  return children
}

/** The login page. After the login it redirects to where the user came from. */
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
