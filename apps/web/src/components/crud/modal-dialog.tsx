import { useId, useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'

import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from '@/components/ui/dialog'
import { useDialogScans } from '@/components/scanner/use-dialog-scans'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'

interface Question {
  title: string
  description: string
  keepLabel: string
  discardLabel: string
}

const discardQuestion: Question = {
  title: 'Discard changes?',
  description: 'What you entered has not been saved.',
  keepLabel: 'Keep editing',
  discardLabel: 'Discard',
}

interface ModalDialogProps {
  title: string
  description: string
  /** The id of what continues the description. */
  detailsId?: string
  role?: 'dialog' | 'alertdialog'
  /** Nothing closes the dialog while this is true. */
  isBusy?: boolean
  /** Whether Escape, a click outside and Back must ask before they close the dialog. */
  hasChanges?: () => boolean
  /** What they ask. */
  question?: Question
  onClose: () => void
  /** See useDialogScans. */
  onScan?: ((barcode: string) => void) | undefined
  /** See useRestoredFocus. */
  moveFocus?: (() => boolean) | undefined
  className?: string
  children: ReactNode
}

/** Open while it is mounted. */
export function ModalDialog({
  title,
  description,
  detailsId,
  role = 'dialog',
  isBusy = false,
  hasChanges,
  question = discardQuestion,
  onClose,
  onScan,
  moveFocus,
  className,
  children,
}: ModalDialogProps) {
  const heldFocus = useHeldFocus(isBusy)
  useDialogScans(heldFocus.ref, onScan)
  const restoredFocus = useRestoredFocus(moveFocus)
  const descriptionId = useId()
  const [isAsking, setIsAsking] = useState(false)
  // Save may have begun just before the question.
  if (isAsking && isBusy) setIsAsking(false)

  function close(open: boolean) {
    if (open || isBusy) return
    // A key that follows at once may come before the question listens to it.
    if (isAsking) setIsAsking(false)
    else if (hasChanges?.()) setIsAsking(true)
    else onClose()
  }

  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        {...heldFocus}
        {...restoredFocus}
        role={role}
        aria-busy={isBusy}
        {...(detailsId && { 'aria-describedby': `${descriptionId} ${detailsId}` })}
        className={className}
      >
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription {...(detailsId && { id: descriptionId })}>
          {description}
        </DialogDescription>
        {children}
        {isAsking && (
          <DiscardQuestion {...question} onKeep={() => setIsAsking(false)} onDiscard={onClose} />
        )}
      </DialogContent>
    </Dialog>
  )
}

interface DiscardQuestionProps extends Question {
  onKeep: () => void
  onDiscard: () => void
}

function DiscardQuestion(props: DiscardQuestionProps) {
  const { title, description, keepLabel, discardLabel, onKeep, onDiscard } = props
  return (
    <ModalDialog
      role="alertdialog"
      title={title}
      description={description}
      className="max-w-sm"
      onClose={onKeep}
    >
      <DialogFooter className="mt-5">
        {/* First in the dialog and so focused: Enter alone discards nothing. */}
        <Button variant="outline" onClick={onKeep}>
          {keepLabel}
        </Button>
        <Button variant="destructive" onClick={onDiscard} className="min-w-28">
          {discardLabel}
        </Button>
      </DialogFooter>
    </ModalDialog>
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
    // React also reports the focus in the question, which is elsewhere in the DOM.
    const isInside = target !== content.current && content.current?.contains(target)
    if (isInside) lastFocused.current = target
  }

  return { ref: content, onFocus }
}
