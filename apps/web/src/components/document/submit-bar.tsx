import { type ReactNode, type Ref, useEffect, useEffectEvent } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import type { AlreadySavedError } from '@/lib/api/idempotency'
import { formatTotal } from '@/lib/format'
import { useToastsOnTop } from '@/lib/hooks/use-toasts-on-top'

interface SubmitBarProps {
  submitRef: Ref<HTMLButtonElement>
  totalAmount: number
  isSending: boolean
  canClear: boolean
  onSubmit: () => void
  onClear: () => void
  /** Why it was not recorded. */
  children: ReactNode
}

/** At the bottom of the screen, on a phone below the thumb, however long the document. */
export function SubmitBar({
  submitRef,
  totalAmount,
  isSending,
  canClear,
  onSubmit,
  onClear,
  children,
}: SubmitBarProps) {
  useToastsOnTop()

  return (
    <div
      data-slot="submit-bar"
      className="sticky bottom-0 z-30 -mx-4 mt-auto -mb-4 grid grid-cols-1 gap-3 border-t bg-background px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6 lg:-mx-8 lg:-mb-8 lg:px-8 2xl:col-span-2"
    >
      {children}
      <div className="flex items-center gap-2">
        {/* Said already where it is made. */}
        <p aria-hidden className="mr-auto flex min-w-0 items-baseline gap-x-3 max-sm:flex-col">
          {/* Not the total of the lines, which has no discount yet. */}
          <span className="text-muted-foreground max-sm:text-xs">To pay</span>
          <span className="text-lg leading-tight font-semibold wrap-anywhere tabular-nums max-sm:text-base">
            {formatTotal(totalAmount)}
          </span>
        </p>
        {/* Neither is disabled, which would drop the focus. */}
        <Button
          type="button"
          variant="outline"
          aria-disabled={isSending || !canClear}
          onClick={() => !isSending && canClear && onClear()}
        >
          Clear
        </Button>
        <Button
          ref={submitRef}
          type="button"
          aria-disabled={isSending}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl+Enter"
          className="min-w-24 sm:min-w-28"
          // The second click of two may come to the next draft, which is empty.
          onClick={({ detail }) => detail < 2 && onSubmit()}
        >
          {isSending && <Spinner />}
          Submit
        </Button>
      </div>
    </div>
  )
}

interface EarlierNoticeProps {
  earlier: AlreadySavedError
  onRecord: () => void
  onClear: () => void
}

/** What was sent before is recorded. Whether this is another document the person alone can say. */
export function AlreadySavedNotice({ earlier, onRecord, onClear }: EarlierNoticeProps) {
  const { document, isDeleted } = earlier
  const as = document === undefined ? '' : ` as ${document}`
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-md border border-warning/50 px-4 py-3 text-sm text-warning"
    >
      <p className="wrap-anywhere">
        {isDeleted
          ? `This was recorded already${as}, and deleted since.`
          : `This was recorded already${as}. What you have changed since is not in it.`}
      </p>
      <div className="flex flex-wrap gap-2 text-foreground">
        <Button type="button" variant="outline" onClick={onRecord}>
          {isDeleted ? 'Record it anew' : 'Record the changed one as well'}
        </Button>
        <Button type="button" variant="outline" onClick={onClear}>
          Clear the draft
        </Button>
      </div>
    </div>
  )
}

/** Ctrl+Enter submits from anywhere on the page, also where no field has the focus. */
export function useSubmitShortcut(submit: () => void) {
  const submitByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // What lies over the page, as the drawer does, keeps its keys.
    if (document.querySelector('[aria-modal=true]')) return
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down counts once.
    if (!event.repeat) submit()
  })

  useEffect(() => {
    // Before any field takes the Enter for itself.
    document.addEventListener('keydown', submitByKey, { capture: true })
    return () => document.removeEventListener('keydown', submitByKey, { capture: true })
  }, [])
}
