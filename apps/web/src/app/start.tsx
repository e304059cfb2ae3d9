import { lazy, Suspense, useEffect, useState } from 'react'

import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { Toaster } from '@/components/toaster'
import { LoginPage } from '@/features/login/login-page'
import { fetchPart } from '@/lib/fetch-part'
import { once } from '@/lib/once'
import { useSession } from '@/lib/session-store'

import { NoApp } from './no-app'

const loadApp = once(() => import('./app').then((file) => file.App))
const App = lazy(() =>
  fetchPart(loadApp).then(
    (Loaded) => ({ default: Loaded }),
    (error: unknown) => ({ default: () => <NoApp error={error} /> }),
  ),
)

/** Ahead of its first showing, while the session is checked or somebody types a password. */
export function prepareApp() {
  loadApp().catch(() => {})
}

/**
 * The login page needs React alone: the router and all that is behind it come for whoever is signed
 * in or goes elsewhere. From then on the login page is one of the router's.
 */
export function Start({ path }: { path: string }) {
  const session = useSession()
  const [isApp, setIsApp] = useState(path !== '/auth/login')
  if (session.authState === 'Success' && !isApp) setIsApp(true)

  useEffect(() => {
    // A page that was left by the router is gone back to without a new load.
    const leave = () => setIsApp(true)
    window.addEventListener('popstate', leave)
    return () => window.removeEventListener('popstate', leave)
  }, [])

  return (
    <>
      {isApp ? (
        <Suspense fallback={<FullScreenSpinner />}>
          <App />
        </Suspense>
      ) : (
        <LoginPage session={session} onBegin={prepareApp} />
      )}
      <Toaster />
    </>
  )
}
