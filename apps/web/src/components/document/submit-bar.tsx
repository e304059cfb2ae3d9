import type { ReactNode, Ref } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { useToastsOnTop } from '@/lib/use-toasts-on-top'

import { formatTotal } from './format-total'

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
