import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { FormError } from '@/components/form/form-error'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import type { Party } from '@/lib/drafts/draft'
import { useIsSending, useStoredDraft } from '@/lib/drafts/draft-store'
import { useStore } from '@/lib/external-store'
import { formatCount } from '@/lib/format'
import { parkedSales } from './parked-sale-requests'
import { finishResuming, hasNothingToPark, runningResumes } from './parking'
import { useParking } from './use-parking'

const ParkDialog = lazyDialog(() => import('./park-dialog').then((file) => file.ParkDialog))
const ParkedSalesSheet = lazyDialog(() =>
  import('./parked-sales-sheet').then((file) => file.ParkedSalesSheet),
)

interface ActionProps {
  /** Moves the focus to where the next sale begins. */
  focusStart: () => void
  /** The customer that the screen shows for a draft without one. */
  usual: Party | null
}

/** Asks for a name and parks the draft. */
export function ParkButton(handle: ActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { owner, draft } = useStoredDraft('sales')
  const isSending = useIsSending('sales', owner)
  const isUsable = !isSending && !hasNothingToPark(draft)
  return (
    <>
      <Button
        type="button"
        variant="outline"
        aria-disabled={!isUsable}
        onClick={() => isUsable && setIsOpen(true)}
      >
        Park
      </Button>
      {isOpen && <ParkDialog {...handle} owner={owner} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Opens the list of all parked sales. */
export function ParkedButton(handle: ActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(parkedSales.list())
  const { owner } = useStoredDraft('sales')
  const isSending = useIsSending('sales', owner)
  return (
    <>
      <Button
        type="button"
        variant="outline"
        aria-disabled={isSending}
        onClick={() => !isSending && setIsOpen(true)}
      >
        {data ? `Parked (${formatCount(data.length)})` : 'Parked'}
      </Button>
      <ParkedSalesSheet {...handle} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/**
 * Shown while the answer to a resume request is missing. The sale may be this till's already, so the request is sent
 * again when the screen opens, and after that by the user.
 */
export function ResumingNotice({ usual }: Pick<ActionProps, 'usual'>) {
  const { owner, draft, run, isBusy, message } = useParking({
    usual,
    action: finishResuming,
    success: 'Sale resumed.',
    hint: 'Resume it again to get it.',
  })
  const isResuming = useStore(runningResumes) > 0
  const isUsable = !useIsSending('sales', owner) && !isBusy
  const { resuming } = draft
  const resumeOnOpening = useEffectEvent(() => {
    // The entries of the user stay until the user decides.
    if (resuming && hasNothingToPark(draft)) {
      void run({ ...resuming, keepsOpenDraft: true }, { locksForm: false })
    }
  })
  useEffect(() => resumeOnOpening(), [])

  if (resuming === null) return hasNothingToPark(draft) ? <FormError message={message} /> : null
  // The sheet shows it while it asks for the sale.
  if (isResuming && !isBusy) return null
  return (
    <div
      role="alert"
      aria-busy={isBusy}
      className="grid gap-3 rounded-md border border-warning/50 px-4 py-3 text-sm text-warning"
    >
      <p className="wrap-anywhere">
        {message ?? `The parked sale "${resuming.label}" may already have been resumed.`}
      </p>
      <div className="text-foreground">
        <Button
          type="button"
          variant="outline"
          aria-disabled={!isUsable}
          onClick={() => void run(resuming)}
        >
          {isBusy && <Spinner />}
          Resume it
        </Button>
      </div>
    </div>
  )
}
