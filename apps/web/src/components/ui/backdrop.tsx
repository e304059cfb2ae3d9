import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'

import { cn } from '@/lib/cn'
import { useAccidentalClick } from '@/lib/overlays/use-accidental-click'

/**
 * Dims the page below a dialog or a sheet, and closes it on a click. Selecting text from the inside to the
 * outside is no click on this button. Radix's own overlay adds a <style> that the CSP forbids.
 */
export function Backdrop({ className, ...props }: ComponentProps<typeof Primitive.Close>) {
  const isAccidental = useAccidentalClick()

  function ignoreAccident(event: MouseEvent) {
    if (isAccidental(event)) event.preventDefault()
  }

  return (
    <Primitive.Close
      aria-hidden
      tabIndex={-1}
      // The focus stays in its field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={ignoreAccident}
      className={cn(
        'pointer-events-auto fixed inset-0 z-50 animate-in cursor-default bg-black/50 fade-in-0',
        className,
      )}
      {...props}
    />
  )
}

/** For the content above a backdrop: toasts, for example, are outside of it but no reason to close it. */
export function ignoreOutside(event: Event) {
  event.preventDefault()
}
