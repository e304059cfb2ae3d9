import { ModalDialog } from '@/components/crud/modal-dialog'
import { Button } from '@/components/ui/button'
import { usePageTitle } from '@/lib/hooks/use-page-title'
import { logOut } from '@/lib/session/session'
import { useSession } from '@/lib/session/session-store'

import { PasswordForm } from './password-form'
import { FirstSetupPage } from './second-factor/first-setup-page'

/** What the API wants of the account before it answers anything else. */
export function FirstStepPage() {
  const session = useSession()
  if (session.authState !== 'Success') return null
  const { email, mustChangePassword } = session
  return mustChangePassword ? <FirstPasswordPage email={email} /> : <FirstSetupPage email={email} />
}

/** Replaces a one-time password. The API answers nothing else before, so no screen is behind the dialog. */
function FirstPasswordPage({ email }: { email: string }) {
  usePageTitle('Choose a Password')
  return (
    <ModalDialog
      title="Choose a Password"
      description={`You signed in as ${email} with a one-time password. Replace it with a password that only you know.`}
      className="max-w-[27rem]"
      onClose={() => {}}
    >
      <div className="mt-6 grid gap-5">
        <PasswordForm email={email} currentLabel="One-time password" />
        <Button variant="link" size="text" className="justify-self-start" onClick={logOut}>
          Log out
        </Button>
      </div>
    </ModalDialog>
  )
}
