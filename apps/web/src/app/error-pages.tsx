import { allowedRoles } from '@stockie/contracts'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import { Logo } from '@/components/logo'
import { Button } from '@/components/ui/button'
import { usePageTitle } from '@/lib/hooks/use-page-title'
import { logOut } from '@/lib/session/session'
import { useSession } from '@/lib/session/session-store'

interface ErrorPageProps {
  status: number
  title: string
  children: ReactNode
  action?: ReactNode
  /** Replaces Go Back, and runs before Back to Home, if both would lead to this page again. */
  onLeave?: (() => void) | undefined
}

function ErrorPage({ status, title, children, action, onLeave }: ErrorPageProps) {
  usePageTitle(title)
  const navigate = useNavigate()

  /** Goes to the page before this one, also of another site, or to the dashboard if there is none. */
  function goBack() {
    const goHome = () => void navigate('/')
    if (hasPreviousPage()) goBackOr(goHome)
    else goHome()
  }

  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid flex-1 grid-rows-[auto_1fr_auto] place-items-center gap-6 p-6 text-center outline-none"
    >
      {/* Invisible in the shell, whose header shows the logo. */}
      <Logo className="in-data-[slot=shell]:invisible" />
      <div className="grid max-w-lg justify-items-center gap-4">
        <p aria-hidden className="text-8xl font-bold text-primary tabular-nums">
          {status}
        </p>
        <h1>{title}</h1>
        <p className="text-balance text-muted-foreground">{children}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <Button variant="outline" onClick={onLeave ?? goBack}>
            Go Back
          </Button>
          <Button asChild>
            <Link to="/" onClick={onLeave}>
              Back to Home
            </Link>
          </Button>
        </div>
        {action}
      </div>
      <div aria-hidden className="h-8" />
    </main>
  )
}

/** In milliseconds. The browser begins to leave for the previous page within this time. */
const backTimeout = 500

/** Goes back. Calls `onStay` if the browser does not begin to leave. */
function goBackOr(onStay: () => void) {
  const timer = setTimeout(onStay, backTimeout)
  for (const name of ['popstate', 'beforeunload', 'pagehide']) {
    window.addEventListener(name, () => clearTimeout(timer), { once: true })
  }
  window.history.back()
}

/** The history's length also counts pages after this one, which the Navigation API can tell apart. */
function hasPreviousPage() {
  // Older browsers have no such API.
  const { history, navigation } = window as Window & { navigation?: Navigation }
  return navigation?.canGoBack || history.length > (navigation?.entries().length ?? 1)
}

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

/** For a page that could not be fetched. Navigating to it again retries without a reload. */
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

  function logOutToLoginPage() {
    logOut()
    void navigate('/auth/login')
  }

  const isAllowedNowhere = session.authState === 'Success' && !allowedRoles.includes(session.role)
  return (
    <ErrorPage
      status={401}
      onLeave={isAllowedNowhere ? logOutToLoginPage : undefined}
      title="Oops! You don't have permission to access this page"
      // Without it, a user whose role may open no page could never log out.
      action={
        session.authState === 'Success' && (
          <Button variant="link" size="text" onClick={logOutToLoginPage}>
            Log out {session.email}
          </Button>
        )
      }
    >
      {isAllowedNowhere
        ? 'Your account may not open any page. Ask the owner of the shop.'
        : 'Ask the owner of the shop if you need it for your work.'}
    </ErrorPage>
  )
}
