import { useMutation } from '@tanstack/react-query'
import type { MouseEvent } from 'react'

import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { ApiError } from '@/lib/api/api-client'
import { useAccidentalClick } from '@/lib/overlays/use-accidental-click'
import { useBusy } from '@/lib/hooks/use-busy'

import type { CrudResource } from './crud-resource'
import { ModalDialog } from './modal-dialog'

interface ConfirmDeleteProps {
  id: number
  remove: CrudResource<never, never>['remove']
  question: string
  onClose: () => void
}

/** Asks before one record is deleted, and stays open if the deletion fails. */
export function ConfirmDeleteDialog({ id, remove, question, onClose }: ConfirmDeleteProps) {
  const { mutateAsync } = useMutation(remove)
  const { isBusy, begin, end } = useBusy()
  const isAccidental = useAccidentalClick()

  async function confirm(event: MouseEvent) {
    if (isAccidental(event) || !begin()) return
    await mutateAsync(id).then(onClose, (error: unknown) => {
      end()
      // Another user has already deleted the record.
      if (error instanceof ApiError && error.status === 404) onClose()
    })
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
        {/* First in the dialog and so focused: Enter alone deletes nothing. */}
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="destructive"
          disabled={isBusy}
          onClick={(event) => void confirm(event)}
          className="min-w-28"
        >
          {isBusy && <Spinner />}
          Delete
        </Button>
      </DialogFooter>
    </ModalDialog>
  )
}
