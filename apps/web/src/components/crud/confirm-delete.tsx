import { useMutation } from '@tanstack/react-query'

import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { useBusy } from '@/lib/use-busy'

import type { CrudResource } from './crud-resource'
import { ModalDialog } from './modal-dialog'

interface ConfirmDeleteProps {
  id: number
  remove: CrudResource<never, never, never>['remove']
  question: string
  onClose: () => void
}

/** Asks before one record is deleted, and stays when that fails. */
export function ConfirmDelete({ id, remove, question, onClose }: ConfirmDeleteProps) {
  const { mutateAsync } = useMutation(remove)
  const { isBusy, begin, end } = useBusy()

  async function confirm() {
    if (!begin()) return
    await mutateAsync(id).then(onClose, end)
  }

  return (
    <ModalDialog
      role="alertdialog"
      title="Confirm Delete"
      description={question}
      isBusy={isBusy}
      onClose={onClose}
    >
      <DialogFooter className="mt-5">
        {/* First, and so focused: Enter alone deletes nothing. */}
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="destructive"
          disabled={isBusy}
          onClick={() => void confirm()}
          className="min-w-28"
        >
          {isBusy && <Spinner />}
          Delete
        </Button>
      </DialogFooter>
    </ModalDialog>
  )
}
