import { useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react'

import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'

interface ModalDialogProps {
  title: string
  description: string
  role?: 'dialog' | 'alertdialog'
  /** Nothing closes it while something is under way. */
  isBusy: boolean
  onClose: () => void
  children: ReactNode
}

/** Open while it is mounted. A click beside it closes nothing: what was typed would be lost. */
export function ModalDialog({
  title,
  description,
  role = 'dialog',
  isBusy,
  onClose,
  children,
}: ModalDialogProps) {
  const heldFocus = useHeldFocus(isBusy)
  const returnedFocus = useRestoredFocus()

  function close(open: boolean) {
    if (!open && !isBusy) onClose()
  }

  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        {...heldFocus}
        {...returnedFocus}
        role={role}
        aria-busy={isBusy}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription>{description}</DialogDescription>
        {children}
      </DialogContent>
    </Dialog>
  )
}

/** What is disabled drops the focus: it waits on the dialog, and goes back to where it was. */
function useHeldFocus(isBusy: boolean) {
  const content = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    if (isBusy) content.current?.focus()
    else if (document.activeElement === content.current) last.current?.focus()
  }, [isBusy])

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    if (target !== content.current) last.current = target
  }

  return { ref: content, onFocus }
}
