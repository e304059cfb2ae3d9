import { lazy, Suspense, useEffect, useState } from 'react'

import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { Toaster } from '@/components/toaster'
import { Button } from '@/components/ui/button'
import { LoginPage } from '@/features/login/login-page'
import { ApiError } from '@/lib/api/api-error'
import { usePageTitle } from '@/lib/hooks/use-page-title'
import { importOrReload, memoizeImport } from '@/lib/lazy-import'
import { useSession } from '@/lib/session/session-store'

/** In the app's place when it cannot be fetched. Nothing is on the screen that a reload would lose. */
function AppUnavailablePage({ error }: { error: unknown }) {
  usePageTitle('Oops! Something went wrong')
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-4 p-6 text-center">
      <h1>Oops! Something went wrong</h1>
      <p className="text-balance text-muted-foreground">
        {error instanceof ApiError ? error.message : 'Stockie could not be loaded.'}
      </p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </main>
  )
}

const loadApp = memoizeImport(() => import('./app').then((file) => file.App))
const App = lazy(() =>
  importOrReload(loadApp).then(
    (Loaded) => ({ default: Loaded }),
    (error: unknown) => ({ default: () => <AppUnavailablePage error={error} /> }),
  ),
)

/** Ahead of its first showing, while the session is checked or somebody types a password. */
export function preloadApp() {
  loadApp().catch(() => {})
}

/**
 * The login page needs React alone: the router and all that is behind it come for whoever is signed
 * in or goes elsewhere. From then on the login page is one of the router's.
 */
export function AppRoot({ path }: { path: string }) {
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
        <LoginPage session={session} onBegin={preloadApp} />
      )}
      <Toaster />
    </>
  )
}
