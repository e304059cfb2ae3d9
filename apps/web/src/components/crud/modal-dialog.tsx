import { useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react'

import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'

interface ModalDialogProps {
  title: string
  description: string
  role?: 'dialog' | 'alertdialog'
  /** Nothing closes the dialog while this is true. */
  isBusy: boolean
  onClose: () => void
  children: ReactNode
}

/** Open while it is mounted. A click outside does not close it, since the input would be lost. */
export function ModalDialog({
  title,
  description,
  role = 'dialog',
  isBusy,
  onClose,
  children,
}: ModalDialogProps) {
  const heldFocus = useHeldFocus(isBusy)
  const restoredFocus = useRestoredFocus()

  function close(open: boolean) {
    if (!open && !isBusy) onClose()
  }

  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        {...heldFocus}
        {...restoredFocus}
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

/** A disabled control loses its focus, so the dialog holds it while busy and then returns it. */
function useHeldFocus(isBusy: boolean) {
  const content = useRef<HTMLDivElement>(null)
  const lastFocused = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    if (isBusy) content.current?.focus()
    else if (document.activeElement === content.current) lastFocused.current?.focus()
  }, [isBusy])

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    if (target !== content.current) lastFocused.current = target
  }

  return { ref: content, onFocus }
}
