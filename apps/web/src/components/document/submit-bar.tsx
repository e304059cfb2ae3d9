import type { ReactNode, Ref } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { formatTotal } from '@/lib/format'
import { useToastsOnTop } from '@/lib/overlays/use-toasts-on-top'

interface SubmitBarProps {
  submitRef: Ref<HTMLButtonElement>
  totalAmount: number
  isSending: boolean
  canClear: boolean
  onSubmit: () => void
  onClear: () => void
  /** Other buttons of the draft. */
  actions?: ReactNode
  /** Why the document is not recorded, or not yet. */
  children: ReactNode
}

/** Sticks to the bottom of the screen, within reach of the thumb on a phone. */
export function SubmitBar({
  submitRef,
  totalAmount,
  isSending,
  canClear,
  onSubmit,
  onClear,
  actions,
  children,
}: SubmitBarProps) {
  useToastsOnTop()

  return (
    <div
      data-slot="submit-bar"
      className="sticky bottom-0 z-30 -mx-4 mt-auto -mb-4 grid grid-cols-1 gap-3 border-t bg-background px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6 lg:-mx-8 lg:-mb-8 lg:px-8 2xl:col-span-2"
    >
      {children}
      {/* The second click of a double click passes through the disabled Submit, and must not select its text. */}
      <div className="flex items-center gap-2 select-none">
        {/* Hidden from screen readers, which read the same total above. */}
        <p aria-hidden className="mr-auto flex min-w-0 items-baseline gap-x-3 max-sm:flex-col">
          {/* Not named 'Total', which is the sum of the lines before the discount. */}
          <span className="text-muted-foreground max-sm:text-xs">To pay</span>
          <span className="text-lg leading-tight font-semibold wrap-anywhere tabular-nums max-sm:text-base">
            {formatTotal(totalAmount)}
          </span>
        </p>
        {/* Neither button is `disabled`, which would drop the focus. */}
        <Button
          type="button"
          variant="outline"
          aria-disabled={isSending || !canClear}
          onClick={() => !isSending && canClear && onClear()}
        >
          Clear
        </Button>
        {actions}
        <Button
          ref={submitRef}
          type="button"
          aria-disabled={isSending}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl+Enter"
          className="min-w-24 sm:min-w-28"
          // The second click of a double click could submit the next, empty draft.
          onClick={({ detail }) => detail < 2 && onSubmit()}
        >
          {isSending && <Spinner />}
          Submit
        </Button>
      </div>
    </div>
  )
}
