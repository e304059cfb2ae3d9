import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'

import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { comingFrom } from '@/lib/return-path'
import { useSession } from '@/lib/session-store'

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
    const state = session.because === 'signed out' ? undefined : comingFrom(location)
    return <Navigate to="/auth/login" replace state={state} />
  }
  if (!allowed.includes(session.role)) return <Navigate to="/401" replace />
  return children
}
