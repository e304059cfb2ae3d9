import type { UserCreated } from '@stockie/contracts'
import { useRef } from 'react'

import { CopyButton } from '@/components/copy-button'
import { FollowingDialog } from '@/components/crud/following-dialog'
import { ModalDialog } from '@/components/crud/modal-dialog'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'

interface OneTimePasswordDialogProps {
  given: UserCreated
  onClose: () => void
}

const question = {
  title: 'Close without copying the password?',
  description: 'Stockie shows it only now. You can create another one later.',
  keepLabel: 'Keep open',
  discardLabel: 'Close',
}

/** The only place that shows a one-time password. */
export function OneTimePasswordDialog({ given, onClose }: OneTimePasswordDialogProps) {
  const { user, password } = given
  const textRef = useRef<HTMLParagraphElement>(null)
  const isCopied = useRef(false)

  function setCopied() {
    isCopied.current = true
  }

  return (
    <FollowingDialog>
      <ModalDialog
        title="One-Time Password"
        description={`Give it to ${user.name}, who signs in with it as ${user.email} and then chooses a password. Stockie shows it only now.`}
        hasChanges={() => !isCopied.current}
        question={question}
        onClose={onClose}
      >
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md border bg-muted/40 py-2 pr-2 pl-4">
          <p ref={textRef} className="font-mono text-base font-medium wrap-anywhere select-all">
            {password}
          </p>
          <CopyButton text={password} shownIn={textRef} onCopied={setCopied} />
        </div>
        <DialogFooter className="mt-5">
          <Button onClick={onClose} className="col-start-2 min-w-24">
            Done
          </Button>
        </DialogFooter>
      </ModalDialog>
    </FollowingDialog>
  )
}
