import type { ProductSummary } from '@stockie/contracts'

import { Sheet, SheetContent, SheetDescription, SheetTitle } from '@/components/ui/sheet'
import type { DateRange } from '@/lib/date-ranges'
import { nameRange } from '@/lib/name-range'
import { useReturnedFocus } from '@/lib/use-returned-focus'

import { LineList } from './line-list'

interface LinesSheetProps {
  summary: ProductSummary
  range: DateRange
  isOpen: boolean
  onClose: () => void
}

/** The lines that make a product's figures. Nothing of it is read before it is open. */
export function LinesSheet({ summary, range, isOpen, onClose }: LinesSheetProps) {
  const returnedFocus = useReturnedFocus()
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <SheetContent side="right" {...returnedFocus}>
        <header className="grid gap-1 border-b px-6 py-5 pr-16">
          <SheetTitle className="text-lg leading-tight font-semibold tracking-tight wrap-anywhere">
            {summary.name}
          </SheetTitle>
          <SheetDescription className="text-sm text-muted-foreground">
            What was sold and purchased of it in {nameRange(range)}.
          </SheetDescription>
        </header>
        <LineList summary={summary} range={range} />
      </SheetContent>
    </Sheet>
  )
}
