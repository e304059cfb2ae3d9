import type { SessionUser } from '@stockie/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router-dom'

import { ErrorBoundary } from '@/app/error-boundary'
import { createQueryClient } from '@/lib/query-client'
import { useSession } from '@/lib/session-store'

import { Header } from './header'
import { Nav } from './nav'
import { PageLoading } from './page-loading'
import { PrepareRest } from './prepare-rest'
import { SkipLink } from './skip-link'
import { useScrollToTop } from './use-scroll-to-top'

/** What is around every page of a signed-in person. */
export function Shell() {
  const session = useSession()
  if (session.authState !== 'Success') return null
  return <Workplace key={session.id} user={session} />
}

/** One person's: what was read for somebody is forgotten with them. */
function Workplace({ user }: { user: SessionUser }) {
  const [queryClient] = useState(createQueryClient)
  const { pathname } = useLocation()

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
            {/* By its key, so that the old page makes room at once for one that is slow to come. */}
            <Suspense key={pathname} fallback={<PageLoading />}>
              <Outlet />
              <PrepareRest />
            </Suspense>
          </main>
        </ErrorBoundary>
      </div>
    </QueryClientProvider>
  )
}
