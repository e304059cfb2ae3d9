import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { usePageTitle } from '@/lib/hooks/use-page-title'
import { checkSession, logOut } from '@/lib/session/session'

import { RecoveryCodesDialog } from './recovery-codes-dialog'
import { beginSecondFactor } from './second-factor-requests'
import { SetupDialog } from './setup-dialog'

/** Sets up the second factor that the shop requires. The API answers nothing else before. */
export function FirstSetupPage({ email }: { email: string }) {
  usePageTitle('Second Factor Required')
  const setup = useMutation(beginSecondFactor)
  const [isOpen, setIsOpen] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)

  function begin() {
    setup.mutate()
    setIsOpen(true)
  }

  // The session knows of it only then, so that the codes stay until they are saved.
  if (codes) {
    return <RecoveryCodesDialog codes={codes} email={email} onClose={() => void checkSession()} />
  }
  if (isOpen) {
    return (
      <SetupDialog
        setup={setup.data}
        error={setup.error}
        onRetry={() => setup.mutate()}
        onConfirmed={setCodes}
        onClose={() => setIsOpen(false)}
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
        <Button onClick={begin} className="min-w-28">
          Set up
        </Button>
      </DialogFooter>
    </ModalDialog>
  )
}
