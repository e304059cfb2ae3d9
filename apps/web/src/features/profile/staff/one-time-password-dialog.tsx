import type { UserCreated } from '@stockie/contracts'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'

interface OneTimePasswordDialogProps {
  given: UserCreated
  onClose: () => void
}

/** The only place that shows a one-time password. Opens after the dialog before it has returned the focus. */
export function OneTimePasswordDialog(props: OneTimePasswordDialogProps) {
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setIsOpen(true))
    return () => clearTimeout(timer)
  }, [])

  return isOpen && <OpenDialog {...props} />
}

function OpenDialog({ given, onClose }: OneTimePasswordDialogProps) {
  const { user, password } = given
  const { copy, isCopied, textRef } = useCopy(password)
  return (
    <ModalDialog
      title="One-Time Password"
      description={`Give it to ${user.name}, who signs in with it as ${user.email} and then chooses a password. Stockie shows it only now.`}
      onClose={onClose}
    >
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md border bg-muted/40 py-2 pr-2 pl-4">
        <p ref={textRef} className="font-mono text-base font-medium wrap-anywhere select-all">
          {password}
        </p>
        <Button variant="outline" onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <DialogFooter className="mt-5">
        <Button onClick={onClose} className="col-start-2 min-w-24">
          Done
        </Button>
      </DialogFooter>
    </ModalDialog>
  )
}

/** Over plain HTTP the browser has no clipboard for pages. Then the text is selected, for a copy by hand. */
function useCopy(text: string) {
  const textRef = useRef<HTMLParagraphElement>(null)
  const [isCopied, setIsCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      if (textRef.current) getSelection()?.selectAllChildren(textRef.current)
    }
  }

  return { copy, isCopied, textRef }
}
