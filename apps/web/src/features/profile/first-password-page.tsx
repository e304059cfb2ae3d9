import { ModalDialog } from '@/components/crud/modal-dialog'
import { Button } from '@/components/ui/button'
import { usePageTitle } from '@/lib/hooks/use-page-title'
import { logOut } from '@/lib/session/session'
import { useSession } from '@/lib/session/session-store'

import { PasswordForm } from './password-form'

/** Replaces a one-time password. The API answers nothing else before, so no screen is behind the dialog. */
export function FirstPasswordPage() {
  usePageTitle('Choose a Password')
  const session = useSession()
  if (session.authState !== 'Success') return null

  return (
    <ModalDialog
      title="Choose a Password"
      description={`You signed in as ${session.email} with a one-time password. Replace it with a password that only you know.`}
      className="max-w-[27rem]"
      onClose={() => {}}
    >
      <div className="mt-6 grid gap-5">
        <PasswordForm email={session.email} currentLabel="One-time password" />
        <Button variant="link" size="text" className="justify-self-start" onClick={logOut}>
          Log out
        </Button>
      </div>
    </ModalDialog>
  )
}
