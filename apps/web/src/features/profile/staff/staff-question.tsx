import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import type { MouseEvent } from 'react'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { FormError } from '@/components/form/form-error'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { useBusy } from '@/lib/hooks/use-busy'
import { useAccidentalClick } from '@/lib/overlays/use-accidental-click'

interface StaffQuestionProps<Answer> {
  title: string
  description: string
  action: UseMutationOptions<Answer>
  actionLabel: string
  isDestructive?: boolean
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** Asks before an account changes, and shows why the API refused. */
export function StaffQuestion<Answer>(props: StaffQuestionProps<Answer>) {
  const { title, description, action, actionLabel, isDestructive = false, onDone, onClose } = props
  const { mutateAsync, error } = useMutation(action)
  const { isBusy, begin, end } = useBusy()
  const isAccidental = useAccidentalClick()

  async function confirm(event: MouseEvent) {
    if (isAccidental(event) || !begin()) return
    await mutateAsync().then(onDone, end)
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
