import { Navigate, useLocation } from 'react-router-dom'

import { LoginPage } from '@/features/login/login-page'
import { returnPath } from '@/lib/return-path'
import { useSession } from '@/lib/session-store'

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
