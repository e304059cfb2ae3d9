import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { Logo } from '@/components/logo'
import type { Session } from '@/lib/session-store'
import { usePageTitle } from '@/lib/use-page-title'

import { LoginForm } from './login-form'
import { SessionNote } from './session-note'
import { Shelves } from './shelves'

interface LoginPageProps {
  session: Session
  /** Called when somebody begins to log in: what comes next may be fetched meanwhile. */
  onBegin?: () => void
}

export function LoginPage({ session, onBegin }: LoginPageProps) {
  usePageTitle('Login')

  if (session.authState !== 'Failed') return <FullScreenSpinner />
  return (
    <main className="grid flex-1 lg:grid-cols-[minmax(24rem,2fr)_3fr]">
      <div className="hidden flex-col justify-between bg-sidebar p-10 text-sidebar-foreground lg:flex">
        <Logo />
        <Shelves />
        <p className="max-w-sm text-3xl font-semibold tracking-tight text-balance text-sidebar-accent-foreground">
          Sales, purchases and stock of your shop, in one place.
        </p>
      </div>
      <div className="grid content-center justify-items-center p-6">
        <div className="grid w-full max-w-sm gap-6">
          <Logo className="lg:hidden" />
          <h1>Login</h1>
          <SessionNote because={session.because} />
          <LoginForm onBegin={onBegin} />
        </div>
      </div>
    </main>
  )
}
