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

/** At the bottom of a small screen, where the thumb is, however long the document. */
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
      className="grid gap-3 max-xl:sticky max-xl:bottom-0 max-xl:z-30 max-xl:-mx-4 max-xl:-mb-4 max-xl:border-t max-xl:bg-background max-xl:px-4 max-xl:py-3 max-xl:sm:-mx-6 max-xl:sm:-mb-6 max-xl:sm:px-6 max-xl:lg:-mx-8 max-xl:lg:-mb-8 max-xl:lg:px-8"
    >
      {children}
      <div className="flex items-center gap-2">
        {/* Said already where it is made. */}
        <p
          aria-hidden
          className="mr-auto min-w-0 truncate text-lg font-semibold tabular-nums xl:hidden"
        >
          {formatMoney(totalAmount)}
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
          className="min-w-28 xl:flex-1"
          onClick={onSubmit}
        >
          {isSending && <Spinner />}
          Submit
        </Button>
      </div>
    </div>
  )
}
