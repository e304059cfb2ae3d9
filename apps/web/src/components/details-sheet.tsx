import { type ReactNode, useRef } from 'react'

import { useDialogScans } from '@/components/scanner/use-dialog-scans'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'

import { Sheet, SheetContent, SheetDescription, SheetTitle } from './ui/sheet'

interface DetailsSheetProps {
  title: string
  description: ReactNode
  isOpen: boolean
  onClose: () => void
  /** See useRestoredFocus. */
  moveFocus?: () => boolean
  /** Mounted while the sheet is open, so that its queries run only then. */
  children: ReactNode
}

/** A side sheet with the details of a row of a table. */
export function DetailsSheet({
  title,
  description,
  isOpen,
  onClose,
  moveFocus,
  children,
}: DetailsSheetProps) {
  const returnedFocus = useRestoredFocus(moveFocus)
  const content = useRef<HTMLDivElement>(null)
  // A scan presses no button.
  useDialogScans(content, undefined)
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <SheetContent ref={content} side="right" {...returnedFocus}>
        <header className="grid gap-1 border-b px-6 py-5 pr-16">
          <SheetTitle className="text-lg leading-tight font-semibold tracking-tight wrap-anywhere">
            {title}
          </SheetTitle>
          <SheetDescription className="text-sm text-muted-foreground">
            {description}
          </SheetDescription>
        </header>
        {children}
      </SheetContent>
    </Sheet>
  )
}

/** The part of a sheet that scrolls. */
export function SheetScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pb-6 outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
    >
      {children}
    </section>
  )
}
