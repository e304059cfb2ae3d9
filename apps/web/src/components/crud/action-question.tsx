import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import type { MouseEvent } from 'react'

import { FormError } from '@/components/form/form-error'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { useBusy } from '@/lib/hooks/use-busy'
import { useAccidentalClick } from '@/lib/overlays/use-accidental-click'

import { ModalDialog } from './modal-dialog'

interface ActionQuestionProps<Answer> {
  title: string
  description: string
  action: UseMutationOptions<Answer>
  actionLabel: string
  isDestructive?: boolean
  onDone: (answer: Answer) => void
  /** The answer may be lost, or another user may have done the same. The question waits for it. */
  onFailed?: (error: Error) => Promise<void>
  onClose: () => void
}

/** Asks before an action, and shows why the API refused it. */
export function ActionQuestion<Answer>(props: ActionQuestionProps<Answer>) {
  const { title, description, action, actionLabel, isDestructive = false } = props
  const { onDone, onFailed, onClose } = props
  const { mutateAsync, error } = useMutation(action)
  const { isBusy, begin, end } = useBusy()
  const isAccidental = useAccidentalClick()

  async function confirm(event: MouseEvent) {
    if (isAccidental(event) || !begin()) return
    await mutateAsync().then(onDone, async (failure: Error) => {
      await onFailed?.(failure)
      end()
    })
  }

  return (
    <ModalDialog
      role="alertdialog"
      title={title}
      description={description}
      isBusy={isBusy}
      onClose={onClose}
    >
      <div className="mt-5 grid gap-5">
        <FormError message={error?.message} />
        <DialogFooter>
          {/* First in the dialog and so focused: Enter alone changes nothing. */}
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={isDestructive ? 'destructive' : 'default'}
            disabled={isBusy}
            onClick={(event) => void confirm(event)}
            className="min-w-28"
          >
            {isBusy && <Spinner />}
            {actionLabel}
          </Button>
        </DialogFooter>
      </div>
    </ModalDialog>
  )
}
