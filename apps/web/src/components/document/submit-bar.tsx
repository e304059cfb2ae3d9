import type { ReactNode, Ref } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { formatMoney } from '@/lib/format'

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
  return (
    <div
      data-slot="submit-bar"
      className="grid grid-cols-1 gap-3 max-2xl:sticky max-2xl:bottom-0 max-2xl:z-30 max-2xl:-mx-4 max-2xl:mt-auto max-2xl:-mb-4 max-2xl:border-t max-2xl:bg-background max-2xl:px-4 max-2xl:py-3 max-2xl:sm:-mx-6 max-2xl:sm:-mb-6 max-2xl:sm:px-6 max-2xl:lg:-mx-8 max-2xl:lg:-mb-8 max-2xl:lg:px-8"
    >
      {children}
      <div className="flex items-center gap-2">
        {/* Said already where it is made. */}
        <p aria-hidden className="mr-auto flex min-w-0 items-baseline gap-3 2xl:hidden">
          {/* Not the total of the lines, which has no discount yet. */}
          <span className="text-muted-foreground max-sm:sr-only">To pay</span>
          <span className="text-lg leading-tight font-semibold wrap-anywhere tabular-nums">
            {formatMoney(totalAmount)}
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
          className="min-w-28 2xl:flex-1"
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
