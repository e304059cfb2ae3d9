import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'

import { cn } from '@/lib/cn'
import { useToastsOnTop } from '@/lib/overlays/use-toasts-on-top'
import { useBackCloses } from '@/lib/overlays/overlay-history'
import { Backdrop, ignoreOutside } from './backdrop'

interface DialogProps extends ComponentProps<typeof Primitive.Root> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The browser's Back closes it, as Escape and a click outside do. */
export function Dialog(props: DialogProps) {
  useBackCloses(props.open, () => props.onOpenChange(false))
  return <Primitive.Root data-slot="dialog" {...props} />
}

/** Content that is higher than the screen scrolls inside. */
export function DialogContent({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Backdrop data-slot="dialog-overlay" />
      <Primitive.Content
        data-slot="dialog-content"
        aria-modal
        onInteractOutside={ignoreOutside}
        className={cn(
          `fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-lg
          -translate-y-1/2 animate-in flex-col overflow-y-auto overscroll-contain rounded-xl border
          bg-popover p-6 text-popover-foreground shadow-xl outline-none fade-in-0 zoom-in-95`,
          className,
        )}
        {...props}
      >
        <ToastsOnTop />
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

/** A child of the content, so that the hook runs only while the dialog is open. */
function ToastsOnTop() {
  useToastsOnTop()
  return null
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return (
    <Primitive.Title
      data-slot="dialog-title"
      className={cn('text-lg leading-tight font-semibold tracking-tight', className)}
      {...props}
    />
  )
}

export function DialogDescription({
  className,
  ...props
}: ComponentProps<typeof Primitive.Description>) {
  return (
    <Primitive.Description
      data-slot="dialog-description"
      className={cn('mt-1.5 text-sm text-muted-foreground', className)}
      {...props}
    />
  )
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn('grid grid-cols-2 gap-2 sm:flex sm:justify-end', className)}
      {...props}
    />
  )
}
