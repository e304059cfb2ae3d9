import { useLocation, useNavigate } from 'react-router-dom'

import { Button } from '@/components/ui/button'
import { logOut } from '@/lib/session'
import { useSession } from '@/lib/session-store'

import { ErrorPage } from './error-page'

export function InternalErrorPage() {
  return (
    <ErrorPage
      status={500}
      title="Oops! Something went wrong"
      action={
        <Button variant="link" size="text" onClick={() => window.location.reload()}>
          Reload this page
        </Button>
      }
    >
      Nothing that you saved is lost. Reloading usually helps.
    </ErrorPage>
  )
}

/** A page that could not be fetched. To come to it once more is a new attempt, and keeps the rest. */
export function UnreachablePage() {
  const location = useLocation()
  const navigate = useNavigate()
  return (
    <ErrorPage
      status={500}
      title="Oops! Something went wrong"
      action={
        <Button
          variant="link"
          size="text"
          onClick={() => void navigate(location, { replace: true, state: location.state })}
        >
          Try again
        </Button>
      }
    >
      Stockie cannot be reached. Please check your connection and try again.
    </ErrorPage>
  )
}

export function NotFoundPage() {
  return (
    <ErrorPage status={404} title="Oops! Page Not Found!">
      There is nothing at this address. It may have been mistyped, or the page has moved.
    </ErrorPage>
  )
}

export function NotAllowedPage() {
  const session = useSession()
  const navigate = useNavigate()

  function signInAsSomebodyElse() {
    logOut()
    void navigate('/auth/login')
  }

  return (
    <ErrorPage
      status={401}
      title="Oops! You don't have permission to access this page"
      // Without it, whoever is allowed nowhere could never leave.
      action={
        session.authState === 'Success' && (
          <Button variant="link" size="text" onClick={signInAsSomebodyElse}>
            Log out {session.email}
          </Button>
        )
      }
    >
      Ask the owner of the shop if you need it for your work.
    </ErrorPage>
  )
}
