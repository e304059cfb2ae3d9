import { limits } from '@stockie/contracts'
import { type SyntheticEvent, useRef, useState } from 'react'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { FormError } from '@/components/form/form-error'
import { FormStatus } from '@/components/form/form-status'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import type { Party } from '@/lib/drafts/draft'
import { changeDraft } from '@/lib/drafts/draft-store'
import { parkDraft } from './parking'
import { useParking } from './use-parking'

interface ParkDialogProps {
  owner: number
  usual: Party | null
  onClose: () => void
  /** Moves the focus to where the next sale begins. */
  focusStart: () => void
}

/** Parks the draft, under a name if the user gives one. */
export function ParkDialog({ owner, usual, onClose, focusStart }: ParkDialogProps) {
  const parking = useParking({
    usual,
    action: parkDraft,
    success: 'Sale parked.',
    hint: 'If you park it again without a change, it is parked only once.',
  })
  const [name, setName] = useState(parking.draft.name)
  const isParked = useRef(false)

  async function park(event: SyntheticEvent) {
    event.preventDefault()
    changeDraft('sales', owner, (draft) => ({ ...draft, name: name.trim() }))
    if (!(await parking.run(undefined))) return
    isParked.current = true
    onClose()
  }

  function moveFocus() {
    if (isParked.current) focusStart()
    return isParked.current
  }

  return (
    <ModalDialog
      title="Park sale"
      description="Every till can resume it. It moves no stock until you submit it."
      isBusy={parking.isBusy}
      moveFocus={moveFocus}
      onClose={onClose}
    >
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => void park(event)}
        className="mt-5 grid gap-5"
      >
        <FormError message={parking.message} />
        <fieldset disabled={parking.isBusy}>
          <TextField
            label="Name"
            name="name"
            hint="Optional, such as what the customer wears"
            error={undefined}
            value={name}
            maxLength={limits.name}
            onChange={({ target }) => setName(target.value)}
          />
        </fieldset>
        <FormStatus isBusy={parking.isBusy} stop={parking.stop} />
        <DialogFooter>
          <Button type="button" variant="outline" disabled={parking.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={parking.isBusy} className="min-w-28">
            {parking.isBusy && <Spinner />}
            Park
          </Button>
        </DialogFooter>
      </form>
    </ModalDialog>
  )
}
