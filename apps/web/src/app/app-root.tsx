import { useEffect, useState } from 'react'

import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { lazyComponent } from '@/components/lazy/lazy-component'
import { Toaster } from '@/components/toaster'
import { Button } from '@/components/ui/button'
import { LoginPage } from '@/features/login/login-page'
import { ApiError } from '@/lib/api/api-client'
import { usePageTitle } from '@/lib/hooks/use-page-title'
import { importOrReload, memoizeImport } from '@/lib/lazy-import'
import { useSession } from '@/lib/session/session-store'

/** Shown if the app cannot be fetched. A reload is safe: the screen holds no input yet. */
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
const App = lazyComponent(
  () =>
    importOrReload(loadApp).catch((error: unknown) => () => <AppUnavailablePage error={error} />),
  <FullScreenSpinner />,
)

/** Fetches the app early, while the session is checked or the user types a password. */
export function preloadApp() {
  loadApp().catch(() => {})
}

/**
 * Shows the login page without the router, so that a first visit loads only React. Once the user signs
 * in or navigates, the router takes over for good, including the login page.
 */
export function AppRoot({ path }: { path: string }) {
  const session = useSession()
  const [isApp, setIsApp] = useState(path !== '/auth/login')
  if (session.authState === 'Success' && !isApp) setIsApp(true)

  useEffect(() => {
    // Back can lead to an entry of the router without a page load.
    const switchToApp = () => setIsApp(true)
    window.addEventListener('popstate', switchToApp)
    return () => window.removeEventListener('popstate', switchToApp)
  }, [])

  return (
    <>
      {isApp ? <App /> : <LoginPage session={session} onBegin={preloadApp} />}
      <Toaster />
    </>
  )
}
