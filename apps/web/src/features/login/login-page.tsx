import { FullScreenSpinner } from '@/components/full-screen-spinner'
import { Logo } from '@/components/logo'
import { Button } from '@/components/ui/button'
import { usePageTitle } from '@/lib/hooks/use-page-title'
import { startSession } from '@/lib/session/session'
import type { Session } from '@/lib/session/session-store'
import { LoginForm } from './login-form'

type Reason = Extract<Session, { authState: 'Failed' }>['because']

const note = 'block rounded-md border bg-secondary px-4 py-3 text-sm text-secondary-foreground'

/** Explains why the user has to log in. */
export function SessionNote({ because }: { because: Reason }) {
  if (because === 'ended') {
    return <output className={note}>Your session has ended. Please log in again.</output>
  }
  if (because === 'unreachable') {
    return (
      <output className={note}>
        Stockie cannot be reached, so your session could not be checked.{' '}
        <Button variant="link" size="text" onClick={() => void startSession()}>
          Try again
        </Button>
      </output>
    )
  }
  return null
}

/** The logo as a stock room, for decoration only. */
export function LoginIllustration() {
  return (
    <svg viewBox="0 0 320 240" aria-hidden className="w-full max-w-sm">
      <g className="fill-sidebar-accent">
        <path d="M18 26h44v34H18zM70 40h26v20H70zM214 22h38v38h-38zM260 36h30v24h-30z" />
        <path d="M40 96h34v34H40zM82 84h46v46H82zM240 92h52v38h-52z" />
        <path d="M18 170h52v30H18zM150 158h36v42h-36zM194 174h30v26h-30zM262 164h28v36h-28z" />
      </g>
      <g className="fill-mark-box">
        <path d="M112 30h36v30h-36z" />
        <path d="M176 100h38v30h-38z" />
        <path d="M92 166h40v34H92z" />
      </g>
      <path
        d="M8 64h304M8 134h304M8 204h304"
        className="stroke-sidebar-muted/60"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  )
}

interface LoginPageProps {
  session: Session
  /** Called when the user starts to fill in the form, so that the app can preload. */
  onBegin?: () => void
}

export function LoginPage({ session, onBegin }: LoginPageProps) {
  usePageTitle('Login')

  if (session.authState !== 'Failed') return <FullScreenSpinner />
  return (
    <main className="grid flex-1 lg:grid-cols-[minmax(24rem,2fr)_3fr]">
      <div className="hidden flex-col justify-between bg-sidebar p-10 text-sidebar-foreground lg:flex">
        <Logo />
        <LoginIllustration />
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
          <p className="text-sm text-muted-foreground">Forgot your password? Ask the owner.</p>
        </div>
      </div>
    </main>
  )
}
