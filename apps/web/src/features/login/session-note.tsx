import { Button } from '@/components/ui/button'
import { startSession } from '@/lib/session'
import type { Session } from '@/lib/session-store'

type Reason = Extract<Session, { authState: 'Failed' }>['because']

const note = 'block rounded-md border bg-secondary px-4 py-3 text-sm text-secondary-foreground'

/** Why the login page came up although nobody asked for it. */
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
