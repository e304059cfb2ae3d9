import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { unreachableError } from '@/lib/api/api-client'
import { useBusy } from '@/lib/hooks/use-busy'
import { usePageTitle } from '@/lib/hooks/use-page-title'
import { checkSession, logOut } from '@/lib/session/session'

import { LostCodesDialog } from './lost-codes-dialog'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import { beginSecondFactor } from './second-factor-requests'
import { SetupDialog } from './setup-dialog'

/** Sets up the second factor that the shop requires. The API answers nothing else before. */
export function FirstSetupPage({ email }: { email: string }) {
  usePageTitle('Second Factor Required')
  const setup = useMutation(beginSecondFactor)
  const [opened, setOpened] = useState<'setup' | 'lost' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [error, setError] = useState<string>()
  const { isBusy, begin, end } = useBusy()
  useSessionCheck(opened === null && codes === null)

  function setUp() {
    setup.mutate()
    setOpened('setup')
  }

  /** Leads to the page, unless the account must still set up a second factor. */
  async function finish() {
    if (!begin()) return
    setError(undefined)
    const isAnswered = await checkSession()
    end()
    if (isAnswered) {
      setCodes(null)
      setOpened(null)
    } else setError(unreachableError(undefined).message)
  }

  // The session knows of it only then, so that the codes stay until they are saved.
  if (codes) {
    return (
      <RecoveryCodesDialog
        codes={codes}
        email={email}
        isBusy={isBusy}
        error={error}
        onClose={() => void finish()}
      />
    )
  }
  if (opened === 'lost') {
    return (
      <LostCodesDialog
        email={email}
        error={error}
        onRenewed={setCodes}
        onClose={() => void finish()}
      />
    )
  }
  if (opened === 'setup') {
    return (
      <SetupDialog
        setup={setup.data}
        error={setup.error}
        onRetry={() => setup.mutate()}
        onConfirmed={(recoveryCodes) => {
          if (recoveryCodes) setCodes(recoveryCodes)
          else setOpened('lost')
        }}
        onClose={() => {
          setOpened(null)
          void checkSession()
        }}
      />
    )
  }
  return (
    <ModalDialog
      title="Second Factor Required"
      description={`The owner wants owners and managers to sign in with a code from an app on their phone as well. Set it up for ${email} now.`}
      className="max-w-md"
      onClose={() => {}}
    >
      <DialogFooter className="mt-6">
        <Button variant="outline" onClick={logOut}>
          Log out
        </Button>
        <Button onClick={setUp} className="min-w-28">
          Set up
        </Button>
      </DialogFooter>
    </ModalDialog>
  )
}

/** The owner may end the requirement, and another tab may fulfil it. Then the session leads to the page. */
function useSessionCheck(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return undefined
    const listening = new AbortController()
    function check() {
      if (document.visibilityState !== 'hidden') void checkSession()
    }
    for (const event of ['visibilitychange', 'focus']) {
      window.addEventListener(event, check, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [isActive])
}
