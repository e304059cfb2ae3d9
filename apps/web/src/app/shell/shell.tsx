import { ownerRole, type SessionUser } from '@stockie/contracts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom'

import { ErrorBoundary } from '@/app/error-boundary'
import { lazyComponent } from '@/components/lazy/lazy-component'
import { SlipHost } from '@/components/slip/slip-host'
import { createQueryClient } from '@/lib/api/query-client'
import { useSession } from '@/lib/session/session-store'
import { products } from '@/resources/products'
import { Header } from './header'
import { AfterLoading } from './idle-preload'
import { Nav } from './navigation'

/** The first element that Tab reaches. */
function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-md bg-primary text-sm font-medium text-primary-foreground outline-none focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2.5 focus:ring-[3px] focus:ring-ring/60"
    >
      Skip to content
    </a>
  )
}

/** Scrolls a new page to its top. On Back the browser restores the old position itself. */
function useScrollToTop() {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const lastPathname = useRef(pathname)

  useEffect(() => {
    if (lastPathname.current !== pathname && !isBack) window.scrollTo(0, 0)
    lastPathname.current = pathname
  }, [pathname, isBack])
}

/** Rarely shown, so it is fetched after the page. Without it the page works as well. */
const OwnerNotices = lazyComponent(() =>
  import('./owner-notices').then(
    (file) => file.OwnerNotices,
    () => () => null,
  ),
)

interface ShellProps {
  /** Takes the place of every page as long as the account must do something else first. */
  firstStep?: ReactNode
  children?: ReactNode
}

/** The layout around every page of a signed-in user. The children's effects run after the page's. */
export function Shell(props: ShellProps) {
  const session = useSession()
  if (session.authState !== 'Success') return null
  return <UserShell key={session.id} user={session} {...props} />
}

/** Asks for the longest list before its page is rendered, which takes a third of a second on a slow phone. */
function prefetchList(client: QueryClient, path: string) {
  if (path !== '/product') return
  void client.prefetchQuery(products.list())
}

/** A client for each session object, although React may begin to render the shell several times. */
const clients = new WeakMap<SessionUser, QueryClient>()

function openClientAndPrefetch(user: SessionUser, path: string) {
  let client = clients.get(user)
  if (!client) {
    client = createQueryClient()
    clients.set(user, client)
    prefetchList(client, path)
  }
  return client
}

/** Has its own query cache per user, so that the next user never sees the data of the last. */
function UserShell({ user, firstStep, children }: ShellProps & { user: SessionUser }) {
  const { pathname } = useLocation()
  const mustActFirst = user.mustChangePassword ?? user.mustSetUpSecondFactor
  const [queryClient] = useState(() => openClientAndPrefetch(user, mustActFirst ? '' : pathname))

  useScrollToTop()

  return (
    <QueryClientProvider client={queryClient}>
      <SkipLink />
      <Header user={user} />
      <div data-slot="shell" className="flex flex-1">
        <aside className="sticky top-16 hidden h-[calc(100svh-4rem)] w-64 shrink-0 bg-sidebar lg:flex">
          <Nav />
        </aside>
        <ErrorBoundary>
          <main id="main" tabIndex={-1} className="min-w-0 flex-1 p-4 outline-none sm:p-6 lg:p-8">
            {/* The key replaces the old page, even if the new one has the same component. */}
            <Fragment key={pathname}>
              {mustActFirst ? (
                firstStep
              ) : (
                <>
                  <Outlet />
                  {children}
                </>
              )}
            </Fragment>
          </main>
        </ErrorBoundary>
      </div>
      <SlipHost />
      <AfterLoading>{user.role === ownerRole && !mustActFirst && <OwnerNotices />}</AfterLoading>
    </QueryClientProvider>
  )
}
