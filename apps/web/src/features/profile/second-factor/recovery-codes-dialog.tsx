import { Download } from 'lucide-react'
import { useRef } from 'react'

import { CopyButton } from '@/components/copy-button'
import { FollowingDialog } from '@/components/crud/following-dialog'
import { ModalDialog } from '@/components/crud/modal-dialog'
import { FormError } from '@/components/form/form-error'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { saveFile } from '@/lib/api/saved-file'

interface RecoveryCodesDialogProps {
  codes: string[]
  email: string
  isBusy?: boolean
  error?: string | undefined
  onClose: () => void
}

const question = {
  title: 'Close without saving the codes?',
  description: 'Stockie shows the recovery codes only now.',
  keepLabel: 'Keep open',
  discardLabel: 'Close',
}

/** The only place that shows recovery codes. */
export function RecoveryCodesDialog(props: RecoveryCodesDialogProps) {
  const { codes, email, isBusy = false, error, onClose } = props
  const list = useRef<HTMLUListElement>(null)
  const isSaved = useRef(false)
  const text = codes.join('\n')

  function setSaved() {
    isSaved.current = true
  }

  function download() {
    saveFile(
      'stockie-recovery-codes.txt',
      new Blob([`Recovery codes of ${email} for Stockie\n\n${text}\n`], { type: 'text/plain' }),
    )
    setSaved()
  }

  return (
    <FollowingDialog>
      <ModalDialog
        title="Recovery Codes"
        description="If you lose your phone, sign in with one of these instead of its code. Each works once. Keep them in a safe place: Stockie shows them only now."
        isBusy={isBusy}
        hasChanges={() => !isSaved.current}
        question={question}
        onClose={onClose}
      >
        <ul
          ref={list}
          aria-label="Recovery codes"
          className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-4 gap-y-1.5 rounded-md border bg-muted/40 px-4 py-3 font-mono text-sm font-medium"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-2">
          <CopyButton text={text} shownIn={list} onCopied={setSaved} />
          <Button type="button" variant="outline" onClick={download}>
            <Download aria-hidden />
            Download
          </Button>
        </div>
        <div className="mt-5 empty:hidden">
          <FormError message={error} />
        </div>
        <DialogFooter className="mt-5">
          <Button disabled={isBusy} onClick={onClose} className="col-start-2 min-w-24">
            {isBusy && <Spinner />}
            Done
          </Button>
        </DialogFooter>
      </ModalDialog>
    </FollowingDialog>
  )
}
