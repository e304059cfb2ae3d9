import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { type MouseEvent, useId } from 'react'

import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { ApiError } from '@/lib/api/api-client'
import { useAccidentalClick } from '@/lib/overlays/use-accidental-click'
import { useBusy } from '@/lib/hooks/use-busy'

import { ModalDialog } from './modal-dialog'

export interface ConfirmDeleteProps<Answer> {
  id: number
  remove: UseMutationOptions<Answer, Error, number>
  question: string
  /** The name of the deleted record, such as 'Sale 42, Ada Fashola, $47.50'. */
  record: string
  /** What uses it, such as '12 products use this category.', or is deleted with it. */
  usage?: string | undefined
  onClose: () => void
}

/** Asks before one record is deleted, and stays open if the deletion fails. */
export function ConfirmDeleteDialog<Answer>(props: ConfirmDeleteProps<Answer>) {
  const { id, remove, question, record, usage, onClose } = props
  const { mutateAsync } = useMutation(remove)
  const { isBusy, begin, end } = useBusy()
  const isAccidental = useAccidentalClick()
  const detailsId = useId()

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
      detailsId={detailsId}
      isBusy={isBusy}
      onClose={onClose}
    >
      <div id={detailsId} className="mt-3 rounded-md border bg-muted/40 px-3 py-2 text-sm">
        <p className="font-medium wrap-anywhere">{record}</p>
        {usage !== undefined && <p className="text-muted-foreground">{usage}</p>}
      </div>
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
