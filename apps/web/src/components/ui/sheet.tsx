import { cva, type VariantProps } from 'class-variance-authority'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'

import { cn } from '@/lib/cn'
import { useBackCloses } from '@/lib/overlays/overlay-history'
import { Backdrop, ignoreOutside } from './backdrop'

interface SheetProps extends ComponentProps<typeof Primitive.Root> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The browser's Back closes it, as Escape and a click outside do. */
export function Sheet(props: SheetProps) {
  useBackCloses(props.open, () => props.onOpenChange(false))
  return <Primitive.Root data-slot="sheet" {...props} />
}

export function SheetTitle(props: ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title data-slot="sheet-title" {...props} />
}

export function SheetDescription(props: ComponentProps<typeof Primitive.Description>) {
  return <Primitive.Description data-slot="sheet-description" {...props} />
}

const panel = cva(
  `fixed inset-y-0 z-50 flex flex-col shadow-xl outline-none data-[state=closed]:animate-out
  data-[state=closed]:duration-200 data-[state=open]:animate-in data-[state=open]:duration-300`,
  {
    variants: {
      side: {
        left: `left-0 w-72 max-w-[85vw] data-[state=closed]:slide-out-to-left
          data-[state=open]:slide-in-from-left`,
        right: `right-0 w-full max-w-md bg-popover text-popover-foreground
          data-[state=closed]:slide-out-to-right data-[state=open]:slide-in-from-right sm:border-l`,
      },
    },
  },
)

type SheetContentProps = ComponentProps<typeof Primitive.Content> & VariantProps<typeof panel>

/**
 * index.css locks the page's scroll, and :has() tells the backdrop when the panel closes.
 * Close is the first element, so that it gets the focus and no field opens a phone's keyboard.
 */
export function SheetContent({ side = 'left', className, children, ...props }: SheetContentProps) {
  return (
    <Primitive.Portal>
      <Backdrop
        data-slot="sheet-overlay"
        className="has-[+[data-state=closed]]:animate-out has-[+[data-state=closed]]:duration-200 has-[+[data-state=closed]]:fade-out-0"
      />
      <Primitive.Content
        data-slot="sheet-content"
        data-side={side}
        aria-modal
        onInteractOutside={ignoreOutside}
        className={cn(panel({ side }), className)}
        {...props}
      >
        <Primitive.Close
          className={cn(
            'absolute top-3 right-3 inline-flex size-10 items-center justify-center rounded-md outline-none focus-visible:ring-[3px]',
            side === 'left' ? 'focus-visible:ring-sidebar-ring' : 'focus-visible:ring-ring/60',
          )}
        >
          <X aria-hidden className="size-5" />
          <span className="sr-only">Close</span>
        </Primitive.Close>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  )
}
