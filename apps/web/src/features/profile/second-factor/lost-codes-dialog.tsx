import { FollowingDialog } from '@/components/crud/following-dialog'

import { ProofDialog } from './proof-dialog'
import { renewRecoveryCodes } from './second-factor-requests'

interface LostCodesDialogProps {
  email: string
  error?: string | undefined
  onRenewed: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** For a second factor that was turned on while the answer with its recovery codes was lost. */
export function LostCodesDialog({ email, error, onRenewed, onClose }: LostCodesDialogProps) {
  return (
    <FollowingDialog>
      <ProofDialog
        title="The Second Factor Is On"
        description="The answer with your recovery codes was lost. Create new ones now. Without them you cannot sign in if you lose your phone."
        email={email}
        error={error}
        codeHint="Wait for the next code of your app"
        action={renewRecoveryCodes}
        actionLabel="Create codes"
        cancelLabel="Later"
        onDone={({ recoveryCodes }) => onRenewed(recoveryCodes)}
        onClose={onClose}
      />
    </FollowingDialog>
  )
}
